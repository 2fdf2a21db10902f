/** Leads from one section of the desk to another, which a browser loads as a new document. */

import type { MouseEvent } from 'react'
import { deskSectionOf } from '#app/paths/page-parts.ts'

/** A link out of the section is the browser's to follow, to the place on the page that it names. */
export function leaveByLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link && deskSectionOf(link.pathname) !== deskSectionOf(window.location.pathname))
    event.stopPropagation()
}

/** Ends with the page: nothing of this one is drawn any more. */
const untilUnloaded = () => new Promise<never>(() => {})

export function leaveFor(url: string): Promise<never> {
  window.location.assign(url)
  return untilUnloaded()
}

/** Sends a form that React has taken over the way a browser without scripts would. */
export async function sendFormTo(request: Request): Promise<never> {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = request.url
  for (const [name, value] of await request.formData()) form.appendChild(inputOf(form, name, value))
  document.body.appendChild(form)
  form.submit()
  return untilUnloaded()
}

function inputOf(form: HTMLFormElement, name: string, value: FormDataEntryValue): HTMLInputElement {
  const input = document.createElement('input')
  input.name = name
  if (typeof value === 'string') {
    input.type = 'hidden'
    input.value = value
    return input
  }
  form.enctype = 'multipart/form-data'
  input.type = 'file'
  input.hidden = true
  const files = new DataTransfer()
  if (value.size > 0 || value.name !== '') files.items.add(value)
  input.files = files.files
  return input
}
