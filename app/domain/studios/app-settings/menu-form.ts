/** What the form of a studio's menu sends: the start, the orders as keys, and a tick for what shows. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { hideable, type Menu, startKeys, toMenu } from '#app/domain/scope/menu.ts'

const boxes = Object.fromEntries(
  hideable.map((part) => [`show_${part}`, z.literal('on').optional()]),
)

const order = z.string().max(200).default('')

export const menuForm = z.object({
  ...boxes,
  start: z.enum(startKeys, { error: 'Choose the page members begin at' }),
  tabs: order,
  main: order,
  side: order,
  key: formKey,
  /** What the page showed, as `studios.menu` says it. */
  version: z.string().max(500).default(''),
})
export type MenuForm = z.output<typeof menuForm>

/** The menu that a form says. */
export function menuOfForm(form: MenuForm): Menu {
  const shown = form as Record<string, unknown>
  const hidden = hideable.filter((part) => shown[`show_${part}`] !== 'on')
  return toMenu({ ...form, hidden: hidden.join(',') })
}
