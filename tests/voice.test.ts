/**
 * How Cadence speaks: wordings that were replaced, so that they do not come back. What is read are
 * the strings and the text of pages of `app` and `functions`; comments, SQL and tests are not.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseAst, transformWithEsbuild } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** What is not written any more, and what is written instead. */
const replaced: readonly (readonly [now: RegExp, write: string])[] = [
  [/\bfree cancel\b|\ba cancel (now|costs)|\bcancel costs\b/i, 'free cancellation, cancelling'],
  [/\bfree limit\b|\bcut-off\b/i, 'Free cancellation ended at …, free cancellation until …'],
  [/\bpeople cancel free\b/i, 'Free cancellation until'],
  [/costs nothing either/i, 'Cancelling later is free too.'],
  [/\bwho pays by\b/i, 'if you pay by …'],
  [/, and have\.$/, 'You’ve reached your limit of …'],
  [/\bholds? no level\b|\bYou hold\b/i, 'You don’t have a level yet. You have …'],
  [/helps who\b/i, 'helps someone on the waitlist'],
  [/repeats no more|opens nothing|\bno more dates are\b/i, 'Repeat ended., no longer works'],
  [/^What you are on$|^Others to join$/, 'Your programs, More programs'],
  [/\bstands? open\b/i, 'You owe …, … to pay'],
  [/^To settle\b/, 'To pay'],
  [/credits went|\bcomes about\b/i, 'Credit history, How to book your first class'],
  [
    /\b(goes|go|gone) back to\b|\bgoes back[:;.]|\bNothing goes back\b/i,
    'No refund …, is refunded',
  ],
  [/\bgive (a|the) ticket back\b|\bgiven back\b|\bgives back\b/i, 'return a ticket, refunded'],
  [/\bpassed by\b/i, 'skipped'],
  [/\byou are out of it\b/i, 'You’ve declined.'],
  [/Forgot it\b/, 'Forgot your password …?'],
  [/\bgo on (with|to|later|like)\b|\band go on$|^Go on$/i, 'Continue, Finish later'],
  [/\bgive (it|them) up$|^Give up this/i, 'Delete this setup, Give up place'],
  [/\bpeople at most\b|\bwhat people do there\b/i, 'Capacity, What do you teach?'],
  [/\bdo not pay us\b|\bwe choose nothing\b/i, 'We take no commission., There is no default here.'],
  [/\bwith one press\b|\bone press\b|\bonly who\b/i, 'at any time, anyone with …'],
  [/\bleave it$|\bleave it where|\bleave (everything )?as it is\b/i, 'Cancel, Keep …, Don’t move'],
  [/\bgive a (package|membership)\b|\bwithout a sale\b/i, 'Add a package, No payment is recorded'],
  [/\bstands? in\b|\bstands? here\b|\bstands? there\b|\bstands? beside\b/i, 'appears, is kept'],
  [/\bthe story\b|\btheir story\b|^Story$/i, 'Activity'],
  [/\bon the books\b|\bholds nothing\b|\bno ladder\b/i, 'Joined, No plan, No level yet'],
  [/\bwhat stands\b|\bstands?[.;:]/i, 'what is there, stays'],
  [
    /\btake (the )?\S+ back\b|\btaken back\b|\bbring \S+ ?back\b|\bbrought back\b/i,
    'Undo, Restore',
  ],
  [/\bin hand\b/i, 'All clear for today.'],
  [/\bno fee is asked\b|\bis not asked for\b/i, 'no fees are charged'],
  [/\bkeeps? the class of the week\b/i, 'It won’t count towards the weekly limit of …'],
  [/\bmade again\b|\blift (the|other) closure\b|\blifted\b/i, 'Weekly classes return, Reopen'],
  [/\btakes nobody\b/i, 'isn’t accepting new members'],
  [/\bkeep (it )?as a draft\b|\bput (it|them) on the timetable\b/i, 'Save as draft, Publish'],
  [/\bwhat is ticked\b/i, 'selected'],
  [/\bin force\b|\btry the draft\b/i, 'Publish version …, current, Preview the effect'],
  [/\bno limit falls between\b/i, 'No deadlines between … and …'],
  [/\bof its sign\b|\bwritten down$/i, 'Icon, Colour, Logged as'],
  [/\bprice of the whole\b|\bcheaper at first\b/i, 'Full price, Early price name'],
  [/\bmay miss and still\b|\bchoose first\b/i, 'Latest joining point …, Priority booking for'],
  [/\buntil so many\b|\bonce it runs\b/i, 'Notice for … (hours), Refund after the start …'],
  [/\bin time is until\b|\bin time brings\b/i, 'Refund deadline, Refund (%)'],
  [
    /\bat once at most\b|\bhow many of it\b|\btickets in all\b/i,
    'Limit per order, Quantity, Total',
  ],
  [/\bleft empty, it is by\b/i, 'Leave empty to use their usual rate'],
  [/\bfirst claim\b|\bclaims it first\b/i, 'First to accept gets it'],
  [/\bfor all who come\b/i, 'Per session, shared'],
  [/\bgone over with a reason\b|\bput away\b/i, 'Staff can override a block …, Archived'],
  [/\bforgotten\b|\bforget (one|“)/i, 'deleted, Delete'],
  [/\badmits (again|nobody)\b/i, 'Ticket valid again, no longer valid'],
  [
    /\bparted by\b|\bwith its country\b|^Born$/i,
    'Separate with commas, country code, Date of birth',
  ],
  [/\bevery date is as\b/i, 'No exceptions yet.'],
  [/\bfavourite any more\b/i, 'Removed from favourites.'],
  [/\bdo not come\b|\bcannot come\b|\bwaits until\b/i, 'If you don’t come, due …'],
  [/\bread the page again\b|\bopen it anew\b|\banew\b/i, 'Reload the page., again'],
  [/\bwho cannot (come|see)\b/i, 'if someone can’t …'],
  [/\b(some|every|any)body\b|\bwhoever\b/i, 'someone, everyone, anyone, if you …'],
  [/\b(is|are) told (when|that|of|by)\b|\b(nobody|everyone|people) (is|are) told$/i, 'We tell …'],
  [/\b(is|are) mailed\b|\bmail address\b|\bby mail\b|\be-mail\b/i, 'email'],
  [/\bcalled off\b|\bcalls? off\b/i, 'cancelled'],
  [/\bnot taking place\b|\bdoes not take place\b/i, 'Cancelled'],
  [/[\d…] %/, '44%, as percent writes it'],
  [/\bsuccessfully\b|\bplease note\b|\betc\./i, 'say what happened'],
]

/** What a file may say all the same. */
const exceptions: readonly { file: RegExp; text: RegExp; why: string }[] = [
  { file: /^functions\/storage\//, text: /^Successfully/, why: 'the wire of Supabase Storage' },
  { file: /site\/_index\/route/, text: /Know\Wwhere you stand/, why: 'a figure of speech' },
]

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.tsx?$/.test(entry.name) && !/\.test\.|\.d\.ts$/.test(entry.name) ? [path] : []
  })
}

type Node = { type: string } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The words of a literal, a template or a sum of both; null where there are none. */
function wordsOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[])
      .map(({ value }) => value.cooked)
      .join('…')
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [wordsOf(node.left as Node), wordsOf(node.right as Node)]
    return left === null && right === null ? null : `${left ?? '…'}${right ?? '…'}`
  }
  return null
}

function collect(node: Node, said: string[]): void {
  if (/^(Import|ExportAll)/.test(node.type)) return
  if (node.type === 'TaggedTemplateExpression') return
  const words = wordsOf(node)
  if (words !== null) said.push(words)
  for (const child of Object.values(node).flat()) {
    const partOfSum = words !== null && isNode(child) && wordsOf(child) !== null
    if (isNode(child) && !(partOfSum && child.type === 'Literal')) collect(child, said)
  }
}

/** What people may read of a file: words with a space or a capital, not keys and codes. */
async function said(file: string): Promise<string[]> {
  const code = readFileSync(join(root, file), 'utf8')
  const { code: plain } = await transformWithEsbuild(code, file, { jsx: 'automatic' })
  const texts: string[] = []
  collect(parseAst(plain) as unknown as Node, texts)
  return texts.filter((text) => /[a-z] |^[A-Z][a-z]/.test(text))
}

const faultsOf = (text: string, file: string) =>
  replaced
    .filter(([now]) => now.test(text.trim()))
    .filter(() => !exceptions.some((one) => one.file.test(file) && one.text.test(text)))
    .map(([, write]) => `${file}: “${text.trim()}” → ${write}`)

test('no page, letter or message says what was replaced', async () => {
  const files = ['app', 'functions'].flatMap(sources)
  expect(files.length).toBeGreaterThan(800)
  const faults = await Promise.all(
    files.map(async (file) => {
      const path = relative('', file)
      return [...new Set((await said(file)).flatMap((text) => faultsOf(text, path)))]
    }),
  )
  expect(faults.flat()).toEqual([])
})

test('the look finds a wording in text, in a sentence of parts and in a template', () => {
  const found = (text: string) => faultsOf(text, 'app/some-page.tsx').length
  expect(found('Leave it')).toBe(1)
  expect(found('£… stands open in your account')).toBe(1)
  expect(found('Everybody reads it')).toBe(1)
  expect(found('A refund of … %')).toBe(1)
  expect(found('Leave it empty to use the name')).toBe(0)
})
