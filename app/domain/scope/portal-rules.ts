/**
 * What a studio lets its members do for themselves, and its managers with people's data: the one
 * list, read by the settings page, by the use cases that refuse, and by the pages that then offer
 * no button. Pure.
 */
import type { Studio } from './studio.ts'

export type PortalRule = {
  /** As a button would say it. */
  name: string
  /** What it means for a member while it is on. */
  on: string
  /** What a member reads where it is off, with what to do instead. */
  off: string
  /** What a studio starts with. */
  usual: boolean
}

const rules = {
  edit_details: {
    name: 'Change their details',
    on: 'Name, phone, address, date of birth and emergency contact.',
    off: 'The studio keeps your details. Ask us to change them.',
    usual: true,
  },
  change_photo: {
    name: 'Change their photo',
    on: 'The photo that staff see on lists.',
    off: 'The studio takes the photos. Ask us for another one.',
    usual: true,
  },
  cancel_bookings: {
    name: 'Cancel bookings',
    on: 'By the rules of your booking policies. In some places the law says people must be able to.',
    off: 'This studio takes cancellations itself. Call or write to us and we’ll cancel it for you.',
    usual: true,
  },
  memberships: {
    name: 'Freeze and change their membership',
    on: 'By the rules of their plan, with what it costs before they press.',
    off: 'This studio changes memberships itself. Call or write to us and we’ll do it for you.',
    usual: true,
  },
  cancel_membership: {
    name: 'Cancel their membership',
    on: 'Online, with its last day and last bill before they press. In some places the law says people must be able to.',
    off: 'This studio cancels memberships at the desk. Call or write to us and we’ll do it for you.',
    usual: true,
  },
  enrol: {
    name: 'Enrol in courses and workshops',
    on: 'They take a place, or join the waitlist.',
    off: 'This studio takes enrolments itself. Ask us for a place.',
    usual: true,
  },
  repeat: {
    name: 'Book a class every week',
    on: 'Several dates at once, and the same class week after week.',
    off: 'Book the dates one by one, or ask us for a regular place.',
    usual: true,
  },
  guests: {
    name: 'Bring guests',
    on: 'As many as the policy of the class allows.',
    off: 'Guests are booked by the studio. Ask us to add one.',
    usual: true,
  },
  see_names: {
    name: 'See who’s coming',
    on: 'First names in a class: only of adults who chose to show theirs, to others who do the same.',
    off: 'This studio doesn’t show who’s coming to a class.',
    usual: true,
  },
  add_child: {
    name: 'Add a child',
    on: 'They can book for the child and sign its documents.',
    off: 'Children are added by the studio. Ask us to add yours.',
    usual: true,
  },
  invite_guardian: {
    name: 'Invite another guardian',
    on: 'By email. Who accepts books for the child and signs for it too.',
    off: 'Guardians are added by the studio. Ask us to add one.',
    usual: true,
  },
  book_for_adult: {
    name: 'Book for another adult',
    on: 'Someone of their family or household, who has to agree first and can end it at any time.',
    off: 'Adults book for themselves at this studio. Ask us if you need help with it.',
    usual: true,
  },
  referrals: {
    name: 'Refer friends',
    on: 'Each member has a link of their own. What it brings them is under Settings, Referrals.',
    off: 'This studio has no referral links. Ask us about bringing a friend.',
    usual: true,
  },
  download_data: {
    name: 'Download their data',
    on: 'Everything you keep about them, as one archive. Where it is off they can ask you for a copy, which the law may require you to give.',
    off: 'Ask us for a copy of your data and we’ll send it to you.',
    usual: true,
  },
} as const satisfies Record<string, PortalRule>

export type PortalKey = keyof typeof rules

/** What owners alone decide about their managers. */
const ownerRules = {
  managers_export: {
    name: 'Managers can export people',
    on: 'Lists of members, leads, and the people of a course or an event, as CSV files. Each export is recorded in the history of changes.',
    off: 'Only owners can export people.',
    usual: false,
  },
} as const satisfies Record<string, PortalRule>

export type OwnerKey = keyof typeof ownerRules

export const portalRules: Readonly<Record<PortalKey, PortalRule>> = rules
export const portalKeys = Object.keys(rules) as PortalKey[]
export const managersExport: PortalRule = ownerRules.managers_export

const all: Readonly<Record<string, PortalRule>> = { ...rules, ...ownerRules }
export const settingKeys = Object.keys(all) as (PortalKey | OwnerKey)[]

type Rules = Pick<Studio, 'portal'>

/** Whether the studio lets its members do it (or its managers, for a rule of its owners). */
export const studioLets = ({ portal }: Rules, key: PortalKey | OwnerKey): boolean =>
  portal.split(' ').includes(key) !== all[key]!.usual

/** How `studios.portal` says what is on: the keys that are not as usual. */
export const portalText = (on: ReadonlySet<string>): string =>
  settingKeys.filter((key) => on.has(key) !== all[key]!.usual).join(' ')
