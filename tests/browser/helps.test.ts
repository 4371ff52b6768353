import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { signedApplicant } from '#shared/onboarding/embed/applicant-signature';
import { signatureHeader } from '#shared/signatures/signature';
import { newCustomer } from '#tests/e2e/people';
import type { ApiClient } from '#tests/support/api-client';
import { stack } from '#tests/support/stack';
import { newPage, useChromium } from './chromium.ts';
import { hostPage } from './host-page.ts';
import { applicantsOf, fill, focusAt, pageOf, picture, press, shownWidget } from './pages.ts';

useChromium();

let customer: ApiClient;
beforeAll(async () => {
  customer = await newCustomer();
});

describe('people', () => {
  test('have a card each, are added and removed, and keep their own numbers', async () => {
    const page = await newPage({ viewport: { width: 360, height: 740 } });
    const widget = await shownWidget(customer, { modules: ['directors_kyc', 'tin_verification'] });
    await page.goto(pageOf(widget));
    await page.getByLabel('Full name', { exact: true }).fill('Ada Obi');
    await page.getByLabel('National identification number (NIN)', { exact: true }).fill('11111111111');
    for (const [number, name] of [
      [2, 'Obi Eze'],
      [3, 'Chi Ude'],
    ] as const) {
      await press(page, 'Add a person');
      await page.getByLabel(`Full name, number ${number}`).fill(name);
    }
    // Before the last input, because a screenshot of the whole page leaves it scrolled elsewhere until the next input.
    await picture(page, 'people');
    await page.getByLabel('National identification number (NIN), number 3').fill('33333333333');
    // Before the removal, because a save in the background that was waiting may be the one that sends it.
    const answered = page.waitForRequest(
      (request) => request.url().endsWith('/answers') && request.postDataJSON().answers.people?.length === 2,
    );
    await press(page, 'Remove Person 2');
    await focusAt(page, 'id', 'directors_kyc-people-0-fullName');
    await press(page, 'Save and continue');
    expect((await answered).postDataJSON().answers).toEqual({
      people: [
        { fullName: 'Ada Obi', nationalIdNumber: '11111111111' },
        { fullName: 'Chi Ude', nationalIdNumber: '33333333333' },
      ],
    });
  });

  test('are listed if they are not complete', async () => {
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer, { modules: ['directors_kyc'] })));
    await page.getByLabel('Full name', { exact: true }).fill('Ada Obi');
    await press(page, 'Add a person');
    await page.getByLabel('National identification number (NIN), number 2').fill('123');
    await press(page, 'Save and continue');
    const alert = page.getByRole('alert');
    await alert.getByText('Person 2: Enter the full name, such as Ada Chioma Obi').waitFor();
    await alert.getByText('Person 2: Enter the national identification number (NIN) in full').click();
    await focusAt(page, 'id', 'directors_kyc-people-1-nationalIdNumber');
  });
});

describe('a choice among many options', () => {
  test('is found by its name, with only the keyboard', async () => {
    const page = await newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(pageOf(await shownWidget(customer, { modules: ['bank_account_verification'] })));
    const bank = page.getByRole('combobox', { name: 'Bank' });
    await bank.pressSequentially('guaranty');
    await page.getByRole('option', { name: 'Guaranty Trust Bank (GTBank)' }).waitFor();
    await picture(page, 'combobox');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await bank.inputValue()).toBe('Guaranty Trust Bank (GTBank)');
    await page.getByLabel('Account number').fill('0123456789');
    const saved = page.waitForResponse((response) => response.url().endsWith('/answers'));
    await press(page, 'Save and continue');
    expect((await (await saved).json()).data.answers.bank_account_verification).toMatchObject({ bankCode: '058' });
  });

  test('works for states and countries too, by touch', async () => {
    const page = await newPage({ viewport: { width: 360, height: 740 }, hasTouch: true });
    await page.goto(pageOf(await shownWidget(customer, { modules: ['address_verification', 'business_profile'] })));
    await page.getByLabel('State', { exact: true }).fill('cross');
    await page.getByRole('option', { name: 'Cross River' }).tap();
    expect(await page.getByLabel('State', { exact: true }).inputValue()).toBe('Cross River');
    await page.getByLabel('Street and number').fill('1 Broad Street');
    await page.getByLabel('City').fill('Calabar');
    await press(page, 'Save and continue');
    await page.getByLabel('Country of registration').fill('cote');
    await page.getByRole('option', { name: 'Côte d’Ivoire' }).tap();
    expect(await page.getByLabel('Country of registration').inputValue()).toBe('Côte d’Ivoire');
  });
});

describe('numbers and dates', () => {
  test('are shown in groups, with the keyboard for digits, and are checked', async () => {
    const page = await newPage();
    await page.goto(
      pageOf(await shownWidget(customer, { modules: ['business_profile', 'bank_account_verification'] })),
    );
    await fill(page, 'business_profile', { phone: '08031234567' });
    await page.getByLabel('Industry').focus();
    expect(await page.getByLabel('Business phone').inputValue()).toBe('0803 123 4567');
    await page.getByLabel('Business phone').fill('12345');
    await press(page, 'Save and continue');
    await page.getByRole('alert').getByText('Enter a phone number, such as 0803 123 4567').waitFor();
    await page.getByLabel('Business phone').fill('0803 123 4567');
    await press(page, 'Save and continue');
    const account = page.getByLabel('Account number');
    expect(await account.getAttribute('inputmode')).toBe('numeric');
    await page.getByRole('combobox', { name: 'Bank' }).fill('058');
    await account.fill('0123456789');
    await page.getByLabel('Account name').focus();
    expect(await account.inputValue()).toBe('012 345 6789');
    await page.getByText('does not look like an account number of this bank').waitFor();
  });

  test('do not include a date of issue in the future, for the page and for the service', async () => {
    const page = await newPage();
    const widget = await shownWidget(customer, { modules: ['cac_status_report'] });
    await page.goto(pageOf(widget));
    await page.getByLabel('Registration number').fill('RC1234567');
    const tomorrow = new Date(Date.now() + 36 * 60 * 60 * 1000).toISOString().slice(0, 10);
    await page.getByLabel('Date of the report').fill(tomorrow);
    await press(page, 'Save and continue');
    await page.getByRole('alert').getByText("Enter today's date").waitFor();
    await page.getByLabel('Date of the report').fill('31/1/2026');
    await page.getByLabel('Registration number').focus();
    expect(await page.getByLabel('Date of the report').inputValue()).toBe('31/01/2026');
  });
});

describe('known data', () => {
  test('is offered where it is asked for again', async () => {
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer)));
    await fill(page, 'business_profile');
    await press(page, 'Save and continue');
    await press(page, 'Use RC1234567');
    expect(await page.getByLabel('Registration number').inputValue()).toBe('RC1234567');
    await focusAt(page, 'name', 'registrationNumber');
  });

  test('is taken from the page that embeds the form, and becomes the applicant’s subject', async () => {
    const widget = await shownWidget(customer);
    const host = await hostPage(
      `<div id="kyb"></div><script src="${stack().apiUrl}/widget.js"></script><script>
        Kyb.mount({ token: '${widget.embedLinkToken}', container: '#kyb', subject: { businessName: 'Adire Textiles Ltd' } });
      </script>`,
    );
    onTestFinished(host.close);
    const page = await newPage();
    await page.goto(host.origin);
    const frame = page.frameLocator('iframe');
    await press(frame, 'Use Adire Textiles Ltd');
    expect(await frame.getByLabel('Business name').inputValue()).toBe('Adire Textiles Ltd');
    expect(await applicantsOf(customer, widget)).toMatchObject([{ subject: { businessName: 'Adire Textiles Ltd' } }]);
  });
});

describe("the account's statements when it created the applicant", () => {
  const invited = async () => {
    const { id, embedLinkToken } = await shownWidget(customer);
    const subject = { businessName: 'Adire Textiles Ltd', registrationNumber: 'RC7654321' };
    const created = await customer.post<{ data: { applicant: { id: string } } }>(`/v1/kyb/widgets/${id}/applicants`, {
      subject,
    });
    const applicantId = created.body.data.applicant.id;
    const { body } = await customer.get<{ data: { embedSigningSecret: string } }>(`/v1/kyb/widgets/${id}`);
    const signature = signatureHeader(
      signedApplicant(applicantId),
      body.data.embedSigningSecret,
      Math.floor(Date.now() / 1000),
    );
    return { link: pageOf({ id, embedLinkToken }, `?applicantId=${applicantId}`), signature };
  };

  test('are offered to whoever opens the link that the account signed', async () => {
    const { link, signature } = await invited();
    const page = await newPage();
    await page.goto(`${link}&applicantSignature=${encodeURIComponent(signature)}`);
    await press(page, 'Use Adire Textiles Ltd');
    expect(await page.getByLabel('Business name').inputValue()).toBe('Adire Textiles Ltd');
  });

  test('are not shown to whoever has the link without the signature', async () => {
    const { link } = await invited();
    const page = await newPage();
    const opened = page.waitForResponse((response) => response.url().endsWith('/sessions'));
    await page.goto(link);
    expect(await (await opened).text()).not.toContain('Adire');
    await page.getByLabel('Business name').waitFor();
    expect(await page.getByRole('button', { name: 'Use Adire Textiles Ltd' }).count()).toBe(0);
  });
});

describe('the page', () => {
  test('is named after its step, in any script, and puts the focus there', async () => {
    const page = await newPage();
    const branding = { brandName: '𝒜dire ‏سوق', welcomeTitle: 'أهلا' };
    await page.goto(pageOf(await shownWidget(customer, { branding })));
    expect(await page.title()).toBe('Business profile – 𝒜dire ‏سوق');
    expect(await page.locator('.initial').textContent()).toBe('𝒜');
    await fill(page, 'business_profile');
    await press(page, 'Save and continue');
    await page.getByText('Step 2 of 4').waitFor();
    expect(await page.title()).toContain('CAC registration');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('CAC registration');
  });

  test('asks for the agreement that its widget names, and keeps the version that was agreed to', async () => {
    const page = await newPage();
    const branding = {
      privacyNoticeUrl: 'https://market.example/privacy',
      termsUrl: 'https://market.example/terms',
      consentText: 'I agree that Market Square checks these facts.',
      consentVersion: '2026-11',
    };
    await page.goto(pageOf(await shownWidget(customer, { branding, modules: ['tin_verification'] })));
    await fill(page, 'tin_verification');
    await press(page, 'Save and continue');
    await press(page, 'Submit');
    await page.getByRole('alert').getByText('Tick the box above to agree').waitFor();
    await picture(page, 'consent');
    expect(await page.getByRole('link', { name: 'Privacy notice' }).getAttribute('href')).toBe(
      branding.privacyNoticeUrl,
    );
    await page.getByLabel(branding.consentText).check();
    const submitted = page.waitForResponse((response) => response.url().endsWith('/submit'));
    await press(page, 'Submit');
    const { data } = await (await submitted).json();
    expect(data.answers.tin_verification).toMatchObject({ consentVersion: '2026-11' });
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  });

  test('says that the terms have changed while it was open, and asks again', async () => {
    const page = await newPage();
    const widget = await shownWidget(customer, {
      branding: { consentText: 'I agree.', consentVersion: '1' },
      modules: ['tin_verification'],
    });
    await page.goto(pageOf(widget));
    await fill(page, 'tin_verification');
    await press(page, 'Save and continue');
    await page.getByLabel('I agree.').check();
    const { branding } = (
      await customer.get<{ data: { config: { branding: object } } }>(`/v1/kyb/widgets/${widget.id}`)
    ).body.data.config;
    await customer.patch(`/v1/kyb/widgets/${widget.id}`, {
      config: { branding: { ...branding, consentVersion: '2' } },
    });
    await press(page, 'Submit');
    await page.getByRole('alert').getByText('The terms have changed.').waitFor();
    await page.reload();
    await page.getByLabel('I agree.').check();
    await press(page, 'Submit');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  });
});
