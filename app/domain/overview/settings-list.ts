/** Every setting there is, in groups, with what it says now and the words it is found by. Pure. */
import type { BillingSettings } from '#app/domain/billing/settings/billing-settings.ts'
import { weekWords } from '#app/domain/calendar/policy-words.ts'
import { monthsKept } from '#app/domain/messaging/letters-kept.ts'
import { dunningWords } from '#app/domain/sales/collecting/collecting-words.ts'
import type { DunningSettings } from '#app/domain/sales/collecting/dunning-calendar.ts'
import { peakWords } from '#app/domain/scope/peak-hours.ts'
import { may, type Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { paths } from '#app/paths.ts'
import { foldName } from '#app/values/text/fold.ts'
import { count, money } from '#app/values/wording.ts'
import { zoneInWords } from '#app/values/zone.ts'
import { rates, taxWords } from './tax-words.ts'

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

type Found = Setting & {
  /** What people look for it by, beside its name and text. */
  words: string
  group: keyof typeof groupNames
}

const groupNames = {
  studio: 'Studio',
  money: 'Money',
  booking: 'Booking and the door',
  members: 'Members',
  data: 'Data',
}

type Facts = {
  studio: Studio
  role: Role
  billing: BillingSettings
  dunning: DunningSettings
  /** Months that copies of letters are kept. */
  letterMonths: number
}

/** The settings that hold every word of `asked`, by group; groups without one are left out. */
export function settingsFound(facts: Facts, asked: string): SettingGroup[] {
  const wanted = foldName(asked).split(/\s+/).filter(Boolean)
  const found = settingsOf(facts).filter(({ name, text, words, group }) => {
    const all = foldName([name, text, words, groupNames[group]].join(' '))
    return wanted.every((word) => all.includes(word))
  })
  return Object.entries(groupNames).flatMap(([id, name]) => {
    const settings = found
      .filter(({ group }) => group === id)
      .map(({ words: _, group: __, ...setting }) => setting)
    return settings.length > 0 ? [{ id, name, settings }] : []
  })
}

/** Settings that nobody has filled in yet. */
export const openSettings = (facts: Facts): Setting[] =>
  settingsOf(facts).filter(({ open }) => open)

function settingsOf({ studio, role, billing, dunning, letterMonths }: Facts): Found[] {
  const { currency, locale } = studio
  const setting = (
    group: Found['group'],
    name: string,
    text: string,
    path: string | null,
    words: string,
    open = false,
  ): Found => ({ group, name, text, path, words, open })
  const contact = [studio.contactEmail, studio.contactPhone].filter(Boolean).join(', ')
  return [
    setting(
      'studio',
      'Legal entity',
      billing.registration
        ? `${billing.legalName}, ${billing.registration}`
        : `Members pay ${billing.legalName}.`,
      paths.manageLegalEntity(studio),
      'company name address registration register business owner trading seller invoice',
      studio.legalName === '',
    ),
    setting(
      'studio',
      'Contact details',
      contact || 'Nobody can see how to reach you yet.',
      paths.manageContact(studio),
      'email phone number telephone',
      contact === '',
    ),
    setting(
      'studio',
      'Start of the week',
      `Weeks run ${weekWords(studio)}.`,
      paths.manageWeekStart(studio),
      'monday sunday saturday calendar weekly limit first day',
    ),
    setting(
      'studio',
      'Time zone and currency',
      `${zoneInWords(studio.timeZone)}, ${currency}. Fixed, as bookings and invoices keep them.`,
      null,
      'clock money language locale',
    ),
    setting(
      'studio',
      'Locations and rooms',
      'Where you are, opening hours, rooms and equipment.',
      paths.manageFacilities(studio),
      'address hours directions facilities kit',
    ),
    ...(may(role, 'staff:write')
      ? [
          setting(
            'studio',
            'Staff and roles',
            'Who works here and what they may do.',
            paths.manageStaff(studio),
            'team coach manager front desk invite permissions',
          ),
        ]
      : []),
    setting(
      'money',
      'Tax',
      taxWords(billing),
      paths.manageTax(studio),
      'vat gst sales rate percent inclusive',
      rates(billing).every((rate) => rate === 0),
    ),
    setting(
      'money',
      'Invoice settings',
      `${billing.prefix ? `Numbers begin with ${billing.prefix}` : 'Numbers without letters'}, ` +
        (billing.dueDays === 0
          ? 'due on the day of issue.'
          : `due after ${count(billing.dueDays, 'day')}.`),
      paths.manageInvoiceSettings(studio),
      'numbering prefix due overdue bill terms',
    ),
    ...(may(role, 'banking:write')
      ? [
          setting(
            'money',
            'Banking',
            'Take payments by card and bank debit, online.',
            paths.manageBanking(studio),
            'stripe card online payment provider payout account connect',
          ),
        ]
      : []),
    setting(
      'money',
      'Failed payments',
      dunningWords(dunning),
      paths.manageFailedPayments(studio),
      'dunning retry retries declined card past due grace suspend overdue',
    ),
    setting(
      'money',
      'Refund limits',
      `Front desk ${money(billing.deskRefundMinor, currency, locale)} an invoice, managers ` +
        (billing.managerRefundMinor === null
          ? 'all of it.'
          : `${money(billing.managerRefundMinor, currency, locale)}.`),
      paths.manageRefundLimits(studio),
      'money back role permission',
    ),
    setting(
      'money',
      'Family discount',
      billing.familyBp === 0
        ? 'None.'
        : `${billing.familyBp / 100}% off for the second and further of a family.`,
      paths.manageFamilyDiscount(studio),
      'siblings children family percent off',
    ),
    setting(
      'money',
      'Cooling-off',
      billing.coolingOffDays === 0
        ? 'None: memberships are cancelled with their notice.'
        : `Full refund within ${count(billing.coolingOffDays, 'day')} of buying a membership.`,
      paths.manageCoolingOff(studio),
      'cancel withdraw refund right of withdrawal days law membership',
    ),
    setting(
      'booking',
      'Peak hours',
      studio.peakHours
        ? `${peakWords(studio.peakHours, locale)}.`
        : 'None. Plans for off-peak only need them.',
      paths.managePeakHours(studio),
      'off-peak times busy evening plan membership cheaper',
    ),
    setting(
      'booking',
      'Booking policies',
      'When people can book and cancel, and what a late cancellation costs.',
      paths.managePolicies(studio),
      'late cancel no-show fee waitlist limit window',
    ),
    setting(
      'booking',
      'Editing attendance',
      'For how long check-ins and no-shows can be corrected.',
      paths.manageAttendance(studio),
      'correct roster',
    ),
    setting(
      'booking',
      'Alerts at the door',
      'What the desk sees when someone checks in.',
      paths.manageReceptionAlerts(studio),
      'reception warning check-in',
    ),
    setting(
      'booking',
      'Kiosks',
      'Tablets for self check-in, and what they ask for.',
      paths.manageKiosks(studio),
      'ipad device code pin',
    ),
    setting(
      'members',
      'What members can do',
      'Change details, freeze and cancel a membership, bring guests, and more.',
      paths.managePortal(studio),
      'portal self-service cancel online account family',
    ),
    setting(
      'members',
      'Referrals',
      billing.referrerMinor + billing.friendMinor === 0
        ? 'No reward for bringing a friend.'
        : `${money(billing.referrerMinor, currency, locale)} for who refers, ${money(billing.friendMinor, currency, locale)} for the friend.`,
      paths.manageReferrals(studio),
      'refer a friend reward credit link recommend',
    ),
    setting(
      'members',
      'Documents to sign',
      'Waivers and agreements people sign before they book.',
      paths.manageDocuments(studio),
      'terms contract signature liability',
    ),
    setting(
      'members',
      'Lead capture',
      'Forms for your website, and where leads go.',
      paths.manageLeadForms(studio),
      'website form embed pipeline qr poster',
    ),
    setting(
      'members',
      'Emails and texts',
      `Copies are kept for ${monthsKept(letterMonths)}.`,
      paths.manageLetters(studio),
      'messages sms privacy delete',
    ),
    ...(may(role, 'people:import')
      ? [
          setting(
            'data',
            'Import',
            'People from another program, checked before anything is saved.',
            paths.managePeopleImports(studio),
            'csv move switch upload migrate',
          ),
        ]
      : []),
    ...(may(role, 'studio:export')
      ? [
          setting(
            'data',
            'Download everything',
            'All records of the studio as one archive.',
            paths.manageExport(studio),
            'export backup csv zip leave',
          ),
        ]
      : []),
  ]
}
