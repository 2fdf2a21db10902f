/** A lead form as plain HTML for any site. Pure. */
import { preferredSlots, trapField } from './form-definition.ts'
import type { LeadForm } from './form-queries.server.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const safe = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')

/** The form without a script or a style of ours, so that it takes the look of the site it is on. */
export function embedSnippet({ version, definition }: LeadForm, address: string): string {
  const { title, intro, phone, interests, times, message, questions, consents } = definition
  const line = (label: string, input: string) =>
    `  <p><label>${safe(label)}<br>${input}</label></p>`
  const tick = (name: string, value: string, label: string) =>
    `  <p><label><input type="checkbox" name="${name}" value="${safe(value)}"> ${safe(label)}</label></p>`
  const mail = phone === 'required' ? '' : ' required'
  return [
    `<form method="post" action="${safe(address)}">`,
    `  <h2>${safe(title)}</h2>`,
    ...(intro ? [`  <p>${safe(intro)}</p>`] : []),
    `  <input type="hidden" name="version" value="${version}">`,
    line('Name', '<input name="name" autocomplete="name" required>'),
    line('Email', `<input type="email" name="email" autocomplete="email"${mail}>`),
    ...(phone === 'off'
      ? []
      : [
          line(
            'Phone',
            `<input type="tel" name="phone" autocomplete="tel"${phone === 'required' ? ' required' : ''}>`,
          ),
        ]),
    ...interests.map((one) => tick('interest', one, one)),
    ...(times ? preferredSlots.map(({ id, name }) => tick('times', id, name)) : []),
    ...questions.map((question, i) => line(question, `<input name="q${i + 1}">`)),
    ...(message ? [line('Message', '<textarea name="message" rows="4"></textarea>')] : []),
    ...consents.map(({ channel, purpose, text }) =>
      tick(`consent-${channel}-${purpose}`, 'on', text),
    ),
    `  <p hidden><label>Leave this empty <input name="${trapField}" tabindex="-1" autocomplete="off"></label></p>`,
    '  <p><button type="submit">Send</button></p>',
    '</form>',
  ].join('\n')
}
