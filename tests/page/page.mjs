// Tries the pages of reports in Chromium: steps, filters, decides, undoes, saves, opens, prints; in two themes and two
// widths; with and without the script of the page.
//
// usage: node page.mjs FOLDER      a folder with pages (*.html), each with its report beside it (*.json)
//
// Fails with the first thing that is not as it should be. IBID_CHROMIUM names the browser.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const folder = path.resolve(process.argv[2]);
const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SIZES = [{ width: 1440, height: 900 }, { width: 420, height: 860 }];

/** Opens a page, and notes each request, message and error. */
async function open(browser, file, options, wanted = '[data-ready]') {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on('console', message => wrong.push(`console: ${message.text()}`));
  page.on('pageerror', error => wrong.push(`error: ${error.message}`));
  page.on('request', request => {
    if (!request.isNavigationRequest() && !request.url().startsWith('blob:')) wrong.push(`request: ${request.url()}`);
  });
  page.on('dialog', dialog => { wrong.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  await page.goto(pathToFileURL(file).href);
  if (wanted) await page.waitForSelector(`html${wanted}`, { timeout: 30000 });
  return { context, page, wrong };
}

/** Runs axe-core, whose script the policy of the page does not allow: it comes in by the tool of the browser. */
async function audit(page, name) {
  await page.evaluate(axe);
  const found = await page.evaluate(tags => globalThis.axe.run(document, { runOnly: tags }), TAGS);
  const said = found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(' | ')}`);
  assert.deepEqual(said, [], `${name}: axe`);
}

/** Returns how far the open passage and its source begin from one height, in pixels. */
const apart = page => page.evaluate(() => {
  const { current } = window.ibid.page;
  return Math.abs(firstLine(current.open.marks[0]) - firstLine(current.open.row.querySelector('.there blockquote')));
});

const lead = (page, name) => page.locator(`article.doc:not([hidden]) [data-lead=${name}]`).textContent();
const settle = page => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20))))));

async function tryPage(browser, file, size, colorScheme) {
  const name = `${path.basename(file)} ${size.width} ${colorScheme}`;
  const { context, page, wrong } = await open(browser, file, { viewport: size, colorScheme });
  const report = JSON.parse(fs.readFileSync(file.replace(/html$/, 'json'), 'utf8'));
  if (report.documents.length > 1) {
    await audit(page, `${name}, the table`);
    await page.locator('#all tbody a').first().click();
  }
  const isWide = size.width > 1000;
  await audit(page, name);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(overflow <= 0, `${name}: ${overflow} px too wide`);
  const rows = await page.locator('article.doc:not([hidden]) .p').count();
  assert.ok(rows > 1, `${name}: ${rows} passages`);
  for (let step = 0; step < Math.min(rows - 1, 30); step++) {
    if (isWide) {
      await settle(page);
      assert.ok(await apart(page) <= 8, `${name}: passage ${step + 1} begins ${await apart(page)} px from its source`);
    }
    await page.keyboard.press('n');
  }
  await page.keyboard.press('g');

  // Figures of the page are those of the report.
  const at = await page.evaluate(() => Number(window.ibid.page.current.article.dataset.d));
  const { ratios, matched } = await page.evaluate(number => window.ibid.rescore(number, window.ibid.page.report.parameters.excluded), at);
  assert.deepEqual({ ratios, matched }, { ratios: report.documents[at].ratios, matched: report.documents[at].matched }, name);

  // Decides, undoes, does again. The name is asked for once.
  const before = await lead(page, 'open');
  await page.keyboard.press('1');
  await page.fill('#who input', 'Ana Reyes');
  await page.click('#who button');
  await page.waitForFunction(open => document.querySelector('article.doc:not([hidden]) [data-lead=open]').textContent !== open, before);
  // Findings that say the same are decided with it.
  const after = await lead(page, 'open');
  assert.ok(Number(after) < Number(before), name);
  assert.notEqual(await lead(page, 'found_copied'), await page.evaluate(() => say('percent', '0.0')), name);
  await page.keyboard.press('u');
  assert.equal(await lead(page, 'open'), before, `${name}: undone`);
  await page.keyboard.press('Control+r');
  assert.equal(await lead(page, 'open'), after, `${name}: done again`);
  await page.keyboard.press('n');
  await page.keyboard.press('5');
  await page.keyboard.press('a');
  await page.keyboard.type('a note, 1 2 3');
  await page.keyboard.press('Escape');
  const excerpt = await page.evaluate(() => window.ibid.page.ledger.made_here.at(-1));
  assert.deepEqual([excerpt.as, excerpt.note, excerpt.by], ['ignore', 'a note, 1 2 3', 'Ana Reyes'], name);

  // Filters score again, and go back.
  const overall = await lead(page, 'overall');
  await page.evaluate(() => { const { current } = window.ibid.page; refilter(current.namesOfReport().concat(['small=100000'])); });
  assert.equal(await lead(page, 'overall'), await page.evaluate(() => say('percent', '0.0')), `${name}: all are small`);
  await page.evaluate(() => actions.reset());
  assert.equal(await lead(page, 'overall'), overall, `${name}: filters as in the report`);

  // Saves, and a new page reads what was saved.
  if (report.documents[at].passages.every(passage => (passage.said || []).length)) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-do=save]')]);
    assert.equal(download.suggestedFilename(), 'ibid-decisions.jsonl');
    const saved = fs.readFileSync(await download.path(), 'utf8');
    assert.ok(saved.split('\n').filter(Boolean).every(line => JSON.parse(line).v === 1), name);
    const other = await open(browser, file, { viewport: size });
    await other.page.setInputFiles('input[type=file]', { name: 'ibid-decisions.jsonl', mimeType: 'text/plain', buffer: Buffer.from(saved) });
    await other.page.waitForFunction(() => window.ibid.page.ledger.opened.length > 0);
    await other.context.close();
  }
  for (const dialog of ['keys', 'print']) {
    await page.click(`[data-do=${dialog}]`);
    await audit(page, `${name}, ${dialog}`);
    await page.keyboard.press('Escape');
  }
  await page.evaluate(() => { window.ibid.page.ledger.isSaved = true; });
  if (isWide && colorScheme === 'light') {
    const paper = await page.pdf({ preferCSSPageSize: true });
    assert.ok(paper.length > 10000, `${name}: on paper`);
    fs.writeFileSync(file.replace(/html$/, 'pdf'), paper);
  }
  assert.deepEqual(wrong, [], name);
  await context.close();
}

/** Without its script, all texts can be read. */
async function tryWithoutScript(browser, file) {
  const { context, page, wrong } = await open(browser, file, { javaScriptEnabled: false, viewport: SIZES[0] }, '');
  const shown = await page.evaluate(() => [...document.querySelectorAll('.text p, .sides blockquote')]
    .filter(one => one.getClientRects().length > 0).map(one => one.textContent));
  const text = shown.join('').replace(/\s+/g, '');
  const report = JSON.parse(fs.readFileSync(file.replace(/html$/, 'json'), 'utf8'));
  const sides = report.documents.flatMap(document => document.passages.filter(passage => passage.is_best).flatMap(one => [one.a_text, one.b_text]));
  const isPlain = side => side && !/[\u0000-\u0008\u200e-\u202e\u2066-\u2069\u001b]/.test(side);
  for (const side of sides.filter(isPlain)) {
    assert.ok(text.includes(side.replace(/\s+/g, '')), `${path.basename(file)}: without its script, this is not there: ${side}`);
  }
  assert.deepEqual(wrong, []);
  await context.close();
}

const browser = await chromium.launch({
  executablePath: process.env.IBID_CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
});
try {
  const pages = fs.readdirSync(folder).filter(name => name.endsWith('.html')).sort();
  assert.ok(pages.length > 0, `no page in ${folder}`);
  for (const name of pages) {
    for (const size of SIZES) {
      for (const theme of ['light', 'dark']) await tryPage(browser, path.join(folder, name), size, theme);
    }
    await tryWithoutScript(browser, path.join(folder, name));
    console.log(`${name}: good`);
  }
} finally {
  await browser.close();
}
