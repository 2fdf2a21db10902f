/** Every setting there is, in groups, with what it says now and the words it is found by. Pure. */
import { weekWords } from '#app/domain/calendar/policy-words.ts'
import { monthsKept } from '#app/domain/messaging/letters-kept.ts'
import { featureKeys, features, studioUses } from '#app/domain/scope/features.ts'
import { maintenanceOf } from '#app/domain/scope/maintenance.ts'
import { mayAt } from '#app/domain/scope/may-at.ts'
import { menuOf, startName } from '#app/domain/scope/menu.ts'
import { peakWords } from '#app/domain/scope/peak-hours.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { paths } from '#app/paths.ts'
import { foldName } from '#app/values/text/fold.ts'
import { money } from '#app/values/wording.ts'
import { zoneInWords } from '#app/values/zone.ts'
import {
  type Facts,
  type Found,
  groupNames,
  type Setting,
  type SettingGroup,
  setting,
} from './setting.ts'
import { moneySettings } from './settings-of-money.ts'

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

function settingsOf(facts: Facts): Found[] {
  const { studio, role, billing, letterMonths } = facts
  const { currency, locale } = studio
  const contact = [studio.contactEmail, studio.contactPhone].filter(Boolean).join(', ')
  return [
    setting(
      'studio',
      'Name and web address',
      `${studio.name}, at /${studio.slug}.`,
      paths.manageStudioName(studio),
      'rename slug url link domain title listed finder',
    ),
    setting(
      'studio',
      'App',
      'Your colour and your logo, on every page and on phones.',
      paths.manageApp(studio),
      'look theme brand branding icon logo colour color preview contrast dark pwa install',
    ),
    setting(
      'studio',
      'Features',
      featuresWords(studio),
      paths.manageFeatures(studio),
      'app on off turn hide disable enable menu modules workouts encyclopedia programs events',
    ),
    setting(
      'studio',
      'Menu and home',
      `Members begin at ${startName(menuOf(studio).start)}.`,
      paths.manageMenu(studio),
      'app start page order tabs navigation modules hide landing',
    ),
    setting(
      'studio',
      'Maintenance notice',
      maintenanceOf(studio)?.text ?? 'No notice on your pages.',
      paths.manageNotice(studio),
      'app banner outage down warning message members',
    ),
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
    ...moneySettings(facts),
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
      'Doors',
      'Locks that ask here who may come in.',
      paths.manageDoors(studio),
      'door lock access control entry webhook reader key code open',
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
      'Fields of people',
      'What you want to know of everyone beside the usual.',
      paths.managePersonFields(studio),
      'custom field question profile extra record attribute size answer',
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
    setting(
      'members',
      'Not delivered',
      'Emails and texts that mail and SMS servers refused, why, and trying them again.',
      paths.manageUndelivered(studio),
      'failed bounced retry undelivered dead letters mail email sms error',
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
    ...(mayAt(studio, role, 'people:export')
      ? [
          setting(
            'data',
            'Webhooks',
            'Events from your studio, sent to other programs as they happen.',
            paths.manageWebhooks(studio),
            'api integration connect zapier make developer event program post url automation',
          ),
        ]
      : []),
    setting(
      'data',
      'Change log',
      'What staff changed, who did it and why.',
      paths.manageChanges(studio),
      'audit history who revert undo trail log',
    ),
    ...(may(role, 'studio:export')
      ? [
          setting(
            'data',
            'API keys',
            'Programs that read people, timetable, bookings or invoices.',
            paths.manageApiKeys(studio),
            'integration connect program developer openapi token access sync zapier',
          ),
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

function featuresWords(studio: Facts['studio']): string {
  const off = featureKeys.filter((key) => !studioUses(studio, key))
  return off.length === 0
    ? 'You use everything there is.'
    : `Off: ${off.map((key) => features[key].name).join(', ')}.`
}
