/*
 * Every text of the hosted page, in English. Headings and labels of modules come with the widget. Each is a constant of its
 * own, so that the bundle holds no names of them.
 */

const such = (example: string | undefined): string => (example === undefined ? '' : `, such as ${example}`);

export const loading = 'Loading your form…';
export const back = 'Back';
export const save = 'Save and continue';
export const saving = 'Saving…';
export const submit = 'Submit';
export const submitting = 'Submitting…';
export const waitingForFiles = 'Waiting for your files…';
export const leave = 'Leave';
export const leaveQuestion = 'Leave this form?';
export const leaveSaved = 'What you entered is kept, and you can come back to it with the same link.';
export const leaveLost = 'You cannot come back to it: what you entered is lost.';
export const leaveUnsaved = 'Some of it is not kept: what is not right yet, and files that have not arrived.';
export const leaveConfirm = 'Leave the form';
export const leaveCancel = 'Stay';
export const optional = 'Optional';
export const choose = 'Choose one';
export const addAnother = 'Add another';
export const addPerson = 'Add a person';
export const person = (number: number): string => `Person ${number}`;
export const remove = 'Remove';
export const step = (step: number, steps: number): string => `Step ${step} of ${steps}`;
export const progress = 'Progress';
export const entry = (label: string, number: number): string => `${label}, number ${number}`;
export const ofRow = (number: number, problem: string): string => `Number ${number}: ${problem}`;
export const ofPerson = (number: number, problem: string): string => `Person ${number}: ${problem}`;
export const optionalModule = 'You can leave this step empty.';
export const closedModule = 'That step takes no more changes. Your earlier answers stand.';
export const allSaved = 'Saved';
export const problems = 'There is a problem';
export const required = (label: string, example: string | undefined): string => `${label} is missing${such(example)}`;
export const pattern = (label: string, example: string | undefined): string =>
  example === undefined ? `${label} does not have the right form` : `${label}: enter it in full${such(example)}`;
export const email = 'Enter an e-mail address, such as ada@example.com';
export const tel = 'Enter a phone number, such as 0803 123 4567, or with its country, such as +44 20 7946 0123';
export const url = 'Enter a web address, such as example.com';
export const date = 'Enter the whole date as day, month and year, such as 31/01/2026';
export const dateHint = 'Day, month and year, such as 31/01/2026.';
export const dateInFuture = 'Enter a date that is not after today';
export const dateTooEarly = 'Enter a date after 1900, such as 31/01/2026';
export const accountDoubt =
  'This number does not look like one of that bank. Check both; you can go on if they are right.';
export const use = (text: string): string => `Use ${text}`;
export const usePeople = (title: string): string => `Use the people of ${title}`;
export const searchHint = 'Type a part of the name to search.';
export const matching = 'Matches';
export const matches = (count: number): string => (count === 1 ? '1 match' : `${count} matches`);
export const needsFile = 'Add at least one file';
export const filesNotArrived = 'Some files have not arrived: try them again, or remove them';
export const reviewTitle = 'Check your answers';
export const reviewText = 'Once you submit, you can no longer change them.';
export const change = 'Change';
export const missing = 'Missing';
export const accepted = 'Accepted';
export const empty = 'Not answered';
export const filesTitle = 'Files';
export const addFiles = 'Add files';
export const filesHelp = 'PDF, JPEG or PNG, up to 4 MB each. Large pictures are made smaller.';
export const uploading = (name: string, percent: number): string => `Uploading ${name}: ${percent}%`;
export const uploaded = 'Uploaded';
export const cancel = 'Cancel';
export const replace = 'Replace';
export const fileTooLarge = (name: string): string => `${name} is larger than 4 MB`;
export const fileType = (name: string): string => `${name} is not a PDF, JPEG or PNG`;
export const fileFailed = (name: string): string => `${name} could not be uploaded`;
export const tooManyFiles = 'This step has as many files as it can take: remove one first';
export const tryAgain = 'Try again';
export const offline = 'There is no connection. Nothing you typed is lost: we keep trying.';
export const busy = 'The service is not answering. Nothing you typed is lost: we keep trying.';
export const endingTitle = 'Are you still there?';
export const endingText = 'Your session ends in less than two minutes. What you saved is kept.';
export const stay = 'Go on with the form';
export const resubmission = (brand: string): string => `${brand} asks you to change something`;
export const resubmissionText = 'Change what is asked for here, and submit again.';
export const acceptedModules = (titles: string): string => `Accepted already: ${titles}.`;
export const chooseTitle = 'Is it you again?';
export const chooseText = 'Somebody has begun to fill in this form in this browser.';
export const chooseSubmitted = 'Somebody has submitted this form in this browser.';
export const chooseGoOn = 'Go on with it';
export const chooseOther = 'Begin as another business';
export const left = 'You have left the form';
export const leftSaved = 'What you entered is kept. Open the same link again to go on, or go on now.';
export const expiredTitle = 'Your session has ended';
export const expiredText = 'For your safety it ends when nothing happens for a while. What you saved is still there.';
export const endLost = 'It cannot be continued.';
export const submittedTitle = 'You have submitted this form already';
export const submittedText = 'There is nothing more to do here: you will hear about the result.';
export const closedTitle = 'This form was closed';
export const closedText = 'Too much time has passed since it was begun, or whoever began it has left it.';
export const startedTitle = 'This form was begun before';
export const startedText = 'It cannot be continued here, only in the tab that it was begun in.';
export const pausedTitle = 'This form is not open at the moment';
export const pausedText = 'Nothing is wrong with your link. Try again later.';
export const notStartedTitle = 'This form cannot be started at the moment';
export const notStartedText = 'It is not your fault. Try again later, or tell whoever sent you the link.';
export const tooManyTitle = 'Too many requests';
export const tooManyText = 'It was opened very often from your network. Wait a minute, then try again.';
export const linkTitle = 'This link does not work';
export const linkText = 'It is not complete, or no longer valid.';
export const placeTitle = 'This form cannot be opened here';
export const originText = 'It is not meant for the website that shows it.';
export const networkText = 'It only opens in certain networks.';
export const countryText = 'It is not offered in the country that you are in.';
export const failedTitle = 'Something went wrong';
export const failedText = 'It is not your fault. Try again in a minute.';
export const askForLink = (brand: string): string => `Ask ${brand} for a new link.`;
export const writeTo = (brand: string): string => `Write to ${brand}`;
export const goOn = 'Continue where you were';
export const startAgain = 'Start again';
export const reference = 'Your reference';
export const redirect = 'Continue';
export const redirecting = 'We are taking you on in a moment.';
export const supportText = 'Questions? Write to';
export const preview = 'Preview: nothing is saved or charged.';
export const signed = (brand: string): string =>
  `This form opens from the website of ${brand} only: go back there and start from that page.`;
export const signedTitle = 'Start from the website';
export const noModules = 'This form has no steps yet.';
export const returnTo = (brand: string): string => `Back to ${brand}`;
export const privacyNotice = 'Privacy notice';
export const terms = 'Terms';
export const agree = 'I agree to the terms.';
export const notices = {
  MODULES_INCOMPLETE: 'Some steps are not complete yet: they are marked above.',
  FILES_MISSING: 'Some files have not arrived: go to their step, and try them again or remove them.',
  NOT_AGREED: 'Tick the box above to agree, then submit.',
  MODULE_NOT_ENABLED: 'That step takes no more changes. Your earlier answers stand.',
  HTTP_429: 'That was too often. Wait a minute, then try again.',
} as Readonly<Record<string, string>>;
export const notice = 'Something went wrong, and nothing is lost. Try again in a minute.';
