/** What a line of the settings is made of. */
import type { BillingSettings } from '#app/domain/billing/settings/billing-settings.ts'
import type { DunningSettings } from '#app/domain/sales/collecting/dunning-calendar.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'

export type Setting = {
  name: string
  /** What it says now, or what it is for. */
  text: string
  /** Null where it cannot be changed. */
  path: string | null
  /** Nobody has filled it in yet. */
  open: boolean
}
export type SettingGroup = { id: string; name: string; settings: Setting[] }

export type Found = Setting & {
  /** What people look for it by, beside its name and text. */
  words: string
  group: keyof typeof groupNames
}

export const groupNames = {
  studio: 'Studio',
  money: 'Money',
  booking: 'Booking and the door',
  members: 'Members',
  data: 'Data',
}

export type Facts = {
  studio: Studio
  role: Role
  billing: BillingSettings
  dunning: DunningSettings
  /** Months that copies of letters are kept. */
  letterMonths: number
}

/** One line: what it says now, where it is changed, and the words it is found by. */
export const setting = (
  group: Found['group'],
  name: string,
  text: string,
  path: string | null,
  words: string,
  open = false,
): Found => ({ group, name, text, path, words, open })
