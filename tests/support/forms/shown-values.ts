/** What a form on a page holds, as a browser would send it. */
import { attributesOf, unescaped } from './found-forms.ts'

export type Shown = {
  action: string | null
  values: { name: string; value: string; typed: boolean }[]
}

/**
 * The form of that id, or the first whose id begins so where it ends in a hyphen; null where the page
 * has none. Of its buttons none is pressed.
 */
export function shownForm(html: string, id: string): Shown | null {
  const form = [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)]
    .map(([text]) => text)
    .find((text) => {
      const own = attributesOf(text.slice(0, text.indexOf('>'))).id ?? ''
      return id.endsWith('-') ? own.startsWith(id) : own === id
    })
  if (!form) return null
  const values: Shown['values'] = []
  const controls =
    /<input\b[^>]*>|<textarea\b[^>]*>([\s\S]*?)<\/textarea>|<select\b[\s\S]*?<\/select>/g
  for (const [control, lines] of form.matchAll(controls)) {
    const kind = control.slice(1).split(/\s/)[0]
    const {
      name,
      type = 'text',
      value,
      checked,
    } = attributesOf(control.slice(0, control.indexOf('>')))
    const box = /^(checkbox|radio)$/.test(type)
    if (!name || type === 'file' || (box && checked === undefined)) continue
    if (kind === 'textarea')
      values.push({ name, typed: true, value: unescaped((lines ?? '').replace(/^\n/, '')) })
    else if (kind === 'select') values.push({ name, typed: false, value: chosenOf(control) })
    else
      values.push({
        name,
        typed: /^(text|email|tel)$/.test(type),
        value: value ?? (box ? 'on' : ''),
      })
  }
  return { action: attributesOf(form.slice(0, form.indexOf('>'))).action ?? null, values }
}

function chosenOf(select: string): string {
  const options = [...select.matchAll(/<option\b[^>]*>/g)].map(([tag]) => attributesOf(tag))
  const chosen = options.find(({ selected }) => selected !== undefined) ?? options[0]
  return chosen?.value ?? ''
}
