/*
 * Every text of the hosted page, in English. Headings and labels of modules come with the widget. Each text is a
 * separate constant, so that the bundle does not contain its name.
 */

const such = (example: string | undefined): string => (example === undefined ? '' : `, such as ${example}`);

/** A label within a sentence: `Business name` becomes `business name`, `CAC number` stays. */
const inSentence = (label: string): string => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

export const loading = 'Loading your form…';
export const back = 'Back';
export const save = 'Save and continue';
export const saving = 'Saving…';
export const submit = 'Submit';
export const submitting = 'Submitting…';
export const waitingForFiles = 'Waiting for your files…';
export const leave = 'Leave';
export const leaveQuestion = 'Leave this form?';
export const leaveSaved = 'Your answers are saved. Open the same link to come back to them.';
export const leaveLost = 'You cannot come back to this form. Your answers will be lost.';
export const leaveUnsaved = 'Answers that need correcting and files that have not finished uploading are not saved.';
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
export const optionalModule = 'You can skip this step.';
export const closedModule = 'You can no longer change that step. Your earlier answers are kept.';
export const allSaved = 'Saved';
export const problems = 'There is a problem';
export const required = (label: string, example: string | undefined): string =>
  `Enter the ${inSentence(label)}${such(example)}`;
export const select = (label: string): string => `Choose the ${inSentence(label)}`;
export const pattern = (label: string, example: string | undefined): string =>
  example === undefined ? `Check the ${inSentence(label)}` : `Enter the ${inSentence(label)} in full${such(example)}`;
export const email = 'Enter an email address, such as ada@example.com';
export const tel =
  'Enter a phone number, such as 0803 123 4567, or one with its country code, such as +44 20 7946 0123';
export const url = 'Enter a web address, such as example.com';
export const date = 'Enter the full date as day, month and year, such as 31/01/2026';
export const dateHint = 'Day, month and year, such as 31/01/2026.';
export const dateInFuture = "Enter today's date or an earlier one, such as 31/01/2026";
export const dateTooEarly = 'Enter a date after 1900, such as 31/01/2026';
export const accountDoubt =
  'This does not look like an account number of this bank. If the bank and the number are right, you can continue.';
export const use = (text: string): string => `Use ${text}`;
export const usePeople = (title: string): string => `Use the same people as in ${title}`;
export const searchHint = 'Type part of the name to search.';
export const matching = 'Matches';
export const matches = (count: number): string => (count === 1 ? '1 match' : `${count} matches`);
export const needsFile = 'Add at least one file';
export const filesNotArrived = 'Some files did not upload: try them again, or remove them';
export const reviewTitle = 'Check your answers';
export const reviewText = 'You cannot change your answers after you submit.';
export const change = 'Change';
export const missing = 'Missing';
export const accepted = 'Accepted';
export const empty = 'Not answered';
export const filesTitle = 'Files';
export const addFiles = 'Add files';
export const filesHelp = 'PDF, JPEG or PNG, up to 4 MB each. Large photos are made smaller.';
export const uploading = (name: string, percent: number): string => `Uploading ${name}: ${percent}%`;
export const uploaded = 'Uploaded';
export const cancel = 'Cancel';
export const replace = 'Replace';
export const fileTooLarge = (name: string): string => `${name} is larger than 4 MB. Choose a smaller file.`;
export const fileType = (name: string): string => `${name} is not a PDF, JPEG or PNG file.`;
export const fileFailed = (name: string): string => `${name} did not upload.`;
export const tooManyFiles = 'This step has the maximum number of files. Remove one first.';
export const tryAgain = 'Try again';
export const offline = 'You are offline. Your answers are kept on this page and saved when you are back online.';
export const busy = 'The service is not responding. Your answers are kept on this page, and we keep trying.';
export const endingTitle = 'Are you still there?';
export const endingText = 'Your session ends in less than two minutes. Your saved answers are kept.';
export const stay = 'Continue with the form';
export const resubmission = (brand: string): string => `${brand} has asked for changes`;
export const resubmissionText = 'Make the changes below, then submit again.';
export const acceptedModules = (titles: string): string => `Already accepted: ${titles}.`;
export const chooseTitle = 'Is this your form?';
export const chooseText = 'Someone started this form in this browser.';
export const chooseSubmitted = 'Someone submitted this form in this browser.';
export const chooseGoOn = 'Continue this form';
export const chooseOther = 'Start for another business';
export const left = 'You have left the form';
export const leftSaved = 'Your answers are saved. Continue now, or open the same link later.';
export const expiredTitle = 'Your session has ended';
export const expiredText =
  'It ended for your security because nothing happened for a while. Your saved answers are still there.';
export const endLost = 'You cannot continue this form.';
export const submittedTitle = 'This form has already been submitted';
export const submittedText = 'There is nothing more for you to do.';
export const approvedTitle = 'Your application was approved';
export const rejectedTitle = 'Your application was not approved';
export const rejectedText = 'If you have a question about the decision, ask whoever sent you the link.';
export const lapsedTitle = 'This form has expired';
export const lapsedText = 'It was not submitted within 30 days.';
export const closedTitle = 'This form is closed';
export const closedText = 'It can no longer be changed.';
export const startedTitle = 'This form has already been started';
export const startedText = 'You can only continue it in the browser tab where you started it.';
export const pausedTitle = 'This form is not open at the moment';
export const pausedText = 'Your link is fine. Try again later.';
export const notStartedTitle = 'This form cannot be started at the moment';
export const notStartedText = 'This is not your fault. Try again later, or tell whoever sent you the link.';
export const tooManyTitle = 'Too many requests';
export const tooManyText = 'This form was opened too many times from your network. Wait a minute, then try again.';
export const linkTitle = 'This link does not work';
export const linkText = 'It is incomplete or no longer valid.';
export const placeTitle = 'This form cannot be opened here';
export const originText = 'This website is not allowed to show it.';
export const networkText = 'It can only be opened on certain networks.';
export const countryText = 'It is not available in your country.';
export const failedTitle = 'Something went wrong';
export const failedText = 'This is not your fault. Try again in a minute.';
export const askForLink = (brand: string): string => `Ask ${brand} for a new link.`;
export const writeTo = (brand: string): string => `Write to ${brand}`;
export const goOn = 'Continue where you left off';
export const startAgain = 'Start again';
export const reference = 'Your reference';
export const redirect = 'Continue';
export const redirecting = 'We are taking you to the next page.';
export const supportText = 'Questions? Write to';
export const preview = 'Preview: nothing is saved or charged.';
export const signed = (brand: string): string =>
  `This form can only be opened from the ${brand} website. Go there to start.`;
export const signedTitle = 'Start from the website';
export const noModules = 'This form has no steps yet.';
export const returnTo = (brand: string): string => `Back to ${brand}`;
export const privacyNotice = 'Privacy notice';
export const terms = 'Terms';
export const agree = 'I agree to the terms.';
export const agreeToUse = 'I agree that this information is used to check the business.';
export const notices = {
  MODULES_INCOMPLETE: 'Some steps are incomplete. They are marked above.',
  FILES_MISSING: 'Some files did not upload. Go to their step to try them again or remove them.',
  NOT_AGREED: 'Tick the box above to agree, then submit.',
  CONSENT_REQUIRED: 'The terms have changed. Reload this page to read and accept them, then submit.',
  MODULE_NOT_ENABLED: closedModule,
  HTTP_429: 'Too many requests. Wait a minute, then try again.',
} as Readonly<Record<string, string>>;
export const notice = 'Something went wrong. Your answers are kept. Try again in a minute.';
