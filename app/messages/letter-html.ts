import type { Letter } from './letter.ts'

/** Stands for the address of a recipient's own unsubscribe page, which the outbox puts in. */
export const unsubscribeHere = 'cadence-unsubscribe-here'

/** A sentence or two, or a small list of label and value: when, where, what it costs. */
export type LetterPart = string | { facts: (readonly [label: string, value: string])[] }

export type LetterContent = {
  subject: string
  /** What mail programs show behind the subject; the first paragraph where there is none. */
  preheader?: string
  paragraphs: LetterPart[]
  /** The one thing to do. `href` is absolute: a mail has no address of its own. */
  action?: { label: string; href: string }
  /** Who sends this and why, a line each. */
  foot: string[]
}

/**
 * The colours of tokens.css in plain hex, because mail programs do not know OKLCH. Styles are in
 * the head only.
 */
const styles = [
  'body{margin:0;padding:24px 16px;background:#f6f4f1;color:#23201e;',
  'font:16px/1.55 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}',
  'main{max-width:544px;margin:0 auto;padding:28px 24px;background:#fff;border-radius:8px}',
  'h1{margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:650}',
  'p{margin:0 0 16px}',
  'dl{margin:0 0 16px;padding:12px 0;border:solid #e2ddd8;border-width:1px 0}',
  'dt{font-size:13px;color:#6a645f}',
  'dd{margin:0 0 8px;font-weight:500}',
  'dd:last-child{margin:0}',
  '.action{margin:24px 0 8px}',
  '.action a{display:inline-block;padding:12px 20px;border-radius:6px;background:#23201e;',
  'color:#fff;font-weight:600;text-decoration:none}',
  '.address{font-size:13px;color:#6a645f;overflow-wrap:anywhere}',
  '.address a{color:inherit}',
  'footer{max-width:544px;margin:16px auto 0;padding:0 24px;font-size:13px;color:#6a645f}',
  'footer p{margin:0 0 4px}',
  '.preheader{display:none;max-height:0;overflow:hidden}',
  '@media(prefers-color-scheme:dark){body{background:#171513;color:#eeeae6}',
  'main{background:#211e1c}dl{border-color:#3b3632}dt,footer,.address{color:#a8a099}',
  '.action a{background:#eeeae6;color:#211e1c}}',
].join('')

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text made safe for html, between tags and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

/** One line: a line break in a subject would begin a new header. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * Writes the same words as html and as text. Every word of the content is escaped; in the text
 * version links are written out.
 */
export function composeLetter(content: LetterContent): Letter {
  const subject = oneLine(content.subject)
  return { subject, html: htmlOf({ ...content, subject }), text: textOf(content) }
}

function htmlOf({ subject, preheader, paragraphs, action, foot }: LetterContent): string {
  const first = paragraphs.find((part) => typeof part === 'string')
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">' +
      '<meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${styles}</style></head><body>`,
    `<div class="preheader">${escapeHtml(preheader ?? first ?? '')}</div>`,
    `<main><h1>${escapeHtml(subject)}</h1>`,
    ...paragraphs.map(partHtml),
    action ? actionHtml(action) : '',
    '</main><footer>',
    ...foot.map((line) => `<p>${escapeHtml(line)}</p>`),
    '</footer></body></html>',
  ].join('\n')
}

function partHtml(part: LetterPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
  const facts = part.facts.map(
    ([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`,
  )
  return `<dl>${facts.join('')}</dl>`
}

/** The button, and its address in words for people whose mail program hides where a link leads. */
function actionHtml({ label, href }: { label: string; href: string }): string {
  const address = escapeHtml(href)
  return [
    `<p class="action"><a href="${address}">${escapeHtml(label)}</a></p>`,
    `<p class="address">Or copy this address: <a href="${address}">${address}</a></p>`,
  ].join('\n')
}

function textOf({ paragraphs, action, foot }: LetterContent): string {
  const parts = paragraphs.map((part) =>
    typeof part === 'string'
      ? part
      : part.facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
  )
  if (action) parts.push(`${action.label}:\n${action.href}`)
  if (foot.length) parts.push(`-- \n${foot.join('\n')}`)
  return `${parts.join('\n\n')}\n`
}
