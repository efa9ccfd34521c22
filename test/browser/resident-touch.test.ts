// Browser test of a resident's touch screen: what they press is large enough, also with large type, and after one meter
// comes the next.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { createBilledBuilding, createThreeInvoices, markSent } from '../billing-fixture.ts';
import { anOrganization, aPerson, aResidency } from '../service-fixture.ts';
import { account } from '../statement-samples.ts';
import { becomes, goTo, openBrowserTests, settled, signIn, type Visitor } from './browser-fixture.ts';

const visiting = await openBrowserTests();

/** Buttons, fields and rows of a menu that are less than 44 pixels high; digits may be narrow. */
const tooSmall = `[...document.querySelectorAll('button, .mantine-Button-root, nav a, [role=menuitem], input')]
  .filter((element) => !['file', 'radio'].includes(element.type) && !element.closest('[class*=isuallyHidden]'))
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return height > 0 && (height < 44 || width < (element.closest('fieldset') ? 37 : 44));
  })
  .map((element) => element.outerHTML.slice(0, 160))`;

async function useFingers({ page }: Visitor): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/console/');
  assert.equal(await page.evaluate("matchMedia('(pointer: coarse)').matches"), true);
}

const pay = async (page: Page) => {
  await page.getByRole('button', { name: 'Pay' }).click();
  await page
    .getByRole('button', { name: /^Copy: / })
    .first()
    .waitFor();
};

visiting(
  'a resident presses large targets, reads the ways to pay in large type, and goes from meter to meter',
  async (fixture) => {
    const { g } = fixture;
    const { tenantId, owner: as } = await anOrganization(g, 'KÜ Kase 12');
    const { building, apartments } = await createBilledBuilding(g, as, { iban: account, beneficiary: 'KÜ Kase 12' });
    const [first = ''] = await createThreeInvoices(g, as, building.id);
    await markSent(g, first);
    const { email, userId } = await aPerson(g, tenantId, 'resident');
    await aResidency(g, tenantId, userId, apartments[0].id);
    for (const type of ['cold_water', 'hot_water']) {
      const body = {
        buildingId: building.id,
        apartmentId: apartments[0].id,
        type,
        digits: 5,
        decimals: 3,
        initialValue: 7.5,
      };
      const made = await g.ask('POST', '/meters', { as, body });
      assert.equal(made.status, 201, made.text);
    }
    const resident = await fixture.visitor();
    const { page } = resident;
    await useFingers(resident);
    await page.getByLabel('E-mail address').waitFor();
    assert.deepEqual(await page.evaluate(tooSmall), [], 'the sign-in');
    await signIn(resident, email);
    await settled(resident);
    assert.deepEqual(await page.evaluate(tooSmall), [], 'the home page');
    await page.getByRole('button', { name: 'Menu' }).click();
    assert.deepEqual(await page.evaluate(tooSmall), [], 'the navigation');
    await page.keyboard.press('Escape');
    await page.locator('header [aria-haspopup=menu]').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    assert.deepEqual(await page.evaluate(tooSmall), [], 'the menu');
    await page.keyboard.press('Escape');
    await pay(page);
    assert.deepEqual(await page.evaluate(tooSmall), [], 'the ways to pay');
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    const iban = page.getByRole('dialog').getByText('EE38 2200');
    const widths = [await iban.boundingBox(), await page.getByRole('dialog').boundingBox()].map(
      (box) => box?.width ?? 0,
    );
    assert.ok((widths[0] ?? 0) > (widths[1] ?? 0) * 0.6, `the account has its own line: ${widths}`);

    await goTo(resident, '/console/');
    await page.getByRole('link', { name: 'Submit reading' }).first().click();
    await page.getByText('Initial reading: 7.500 m³').waitFor();
    assert.deepEqual(await page.evaluate(tooSmall), [], 'the reading');
    const submit = page.getByRole('button', { name: 'Submit reading' });
    await page.getByLabel('Digit 1 of 5').focus();
    await page.keyboard.type('7,499');
    await page.getByRole('alert').getByText('less than the reading before it (7.500 m³)').waitFor();
    await submit.click();
    await becomes(() => page.getByRole('alert').count(), 1);
    assert.equal(await page.getByLabel('The register has rolled over').count(), 0, 'it can’t have passed zero');
    await page.getByLabel('Digit 1 of 5').click();
    await page.keyboard.type('8,100');
    await submit.click();
    const before = page.url();
    await page.getByRole('heading', { name: 'Read the next meter' }).waitFor();
    await page.getByRole('link', { name: /water$/ }).click();
    await becomes(async () => page.url() === before, false);
    await page.getByLabel('Digit 1 of 5').focus();
    await page.keyboard.type('9,000');
    await submit.click();
    await page.getByRole('heading', { name: 'My home' }).waitFor();
  },
);
