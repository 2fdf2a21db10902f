/** The addresses of the people area of the desk. */
import { query } from './query.ts'

type StudioRef = { slug: string }

type Params = Record<string, string | number | undefined>

export const peoplePaths = {
  /** The front page of people. */
  managePeople: (s: StudioRef) => `/${s.slug}/manage/members`,
  /** Records that may be one human (GET), and that two are not (POST). */
  manageDuplicates: (s: StudioRef) => `/${s.slug}/manage/members/duplicates`,
  managePastMembers: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/members/past-members${query(params)}`,
  manageLeads: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/members/leads${query(params)}`,
  manageLeadsCsv: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/members/leads.csv${query(params)}`,
  manageLeadNew: (s: StudioRef) => `/${s.slug}/manage/members/leads/new`,
  /** What is done with several leads at once: its form (GET) and the act (POST). */
  /** What is done with several leads: the page before it (GET) and the act (POST). */
  manageLeadsBulk: (s: StudioRef) => `/${s.slug}/manage/members/leads/bulk`,
  /** The forms that leads come by, and a new one. */
  manageLeadForms: (s: StudioRef) => `/${s.slug}/manage/settings/lead-capture`,
  manageLeadFormNew: (s: StudioRef) => `/${s.slug}/manage/settings/lead-capture/new`,
  /** One of them; its poster for a wall. */
  manageLeadForm: (s: StudioRef, formId: string) =>
    `/${s.slug}/manage/settings/lead-capture/${formId}`,
  manageLeadFormPoster: (s: StudioRef, formId: string) =>
    `/${s.slug}/manage/settings/lead-capture/${formId}/poster`,
  /** Pipelines, stages, sources and who takes new leads in turn. */
  manageLeadPipelines: (s: StudioRef) => `/${s.slug}/manage/settings/lead-capture/pipelines`,
  /** What was kept apart as spam (GET), and taking one out of it (POST). */
  manageLeadSpam: (s: StudioRef) => `/${s.slug}/manage/settings/lead-capture/spam`,
  manageLead: (s: StudioRef, leadId: string) => `/${s.slug}/manage/members/leads/${leadId}`,
  /** What is done with one lead (POST), and the pages of some of it (GET). */
  manageLeadAct: (
    s: StudioRef,
    leadId: string,
    act: 'stage' | 'contact' | 'next' | 'trial' | 'conversion' | 'details',
    params: Params = {},
  ) => `/${s.slug}/manage/members/leads/${leadId}/${act}${query(params)}`,
  manageMembers: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/members/members${query(params)}`,
  manageMembersCsv: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/members/members.csv${query(params)}`,
  /** The columns someone wants to see of the people list (POST). */
  manageMembersColumns: (s: StudioRef) => `/${s.slug}/manage/members/members/columns`,
  /** Who is meant by the first letters of a name, as JSON. */
  manageSuggestions: (s: StudioRef, params: { q: string }) =>
    `/${s.slug}/manage/members/members/suggestions${query(params)}`,
  /** A change of many people: its form (GET) and its start (POST). */
  manageBulk: (s: StudioRef, params: Record<string, string | undefined> = {}) =>
    `/${s.slug}/manage/members/members/bulk${query(params)}`,
  /** How far such a change is (GET), and what goes on with it or takes it back (POST). */
  manageBulkChange: (s: StudioRef, bulkId: string, act?: 'undo' | 'continue') =>
    `/${s.slug}/manage/members/members/bulk/${bulkId}${act ? `/${act}` : ''}`,
  /** Filters kept under a name (POST), and their end (POST). */
  manageSegments: (s: StudioRef) => `/${s.slug}/manage/members/members/segments`,
  manageSegmentRemoval: (s: StudioRef, segmentId: string) =>
    `/${s.slug}/manage/members/members/segments/${segmentId}/removal`,
  /** Files brought in, and the form of a new one; `of` says what it has. */
  managePeopleImports: (s: StudioRef, params: { of?: 'leads' } = {}) =>
    `/${s.slug}/manage/members/import${query(params)}`,
  /** One import: its page (GET), or an act of it (POST). */
  managePeopleImport: (
    s: StudioRef,
    importId: string,
    act: '' | 'commit' | 'roll-back' | 'discard' | 'refused.csv' = '',
  ) => `/${s.slug}/manage/members/import/${importId}${act ? `/${act}` : ''}`,
  managePersonNew: (s: StudioRef) => `/${s.slug}/manage/members/members/new`,
  managePerson: (s: StudioRef, personId: string) => `/${s.slug}/manage/members/members/${personId}`,
  /** A page below a person's: its form (GET) and the act (POST). */
  managePersonAct: (
    s: StudioRef,
    personId: string,
    act:
      | 'edit'
      | 'booking'
      | 'invitation'
      | 'archive'
      | 'notes'
      | 'membership'
      | 'package'
      | 'credits'
      | 'level'
      | 'pin'
      | 'standing'
      | 'family'
      | 'documents'
      | 'undo'
      | 'payment'
      | 'pay-out'
      | 'consents'
      | 'fields'
      | 'merge'
      | 'leaving'
      | 'ban'
      | 'win-back'
      | 'rejoin'
      | 'erasure',
    params: Record<string, string | undefined> = {},
  ) => `/${s.slug}/manage/members/members/${personId}/${act}${query(params)}`,
  /** One list of what is kept of somebody: bookings, credits, messages … */
  managePersonHistory: (
    s: StudioRef,
    personId: string,
    tab: string,
    params: { page?: number } = {},
  ) => `/${s.slug}/manage/members/members/${personId}/history/${tab}${query(params)}`,
  /** What somebody had on a day that is over. */
  managePersonAsOn: (s: StudioRef, personId: string, params: { day?: string } = {}) =>
    `/${s.slug}/manage/members/members/${personId}/as-on${query(params)}`,
  /** What somebody signed, to read and print; and the same as a file. */
  manageSignature: (s: StudioRef, personId: string, signatureId: string) =>
    `/${s.slug}/manage/members/members/${personId}/signatures/${signatureId}`,
  manageSignaturePdf: (s: StudioRef, personId: string, signatureId: string) =>
    `/${s.slug}/manage/members/members/${personId}/signatures/${signatureId}/pdf`,
  /** Selling a membership: what it comes to (GET), and the sale (POST). */
  managePersonJoin: (
    s: StudioRef,
    personId: string,
    params: Record<string, string | undefined> = {},
  ) => `/${s.slug}/manage/members/members/${personId}/join${query(params)}`,
  /** One membership of a person. */
  manageMembership: (s: StudioRef, personId: string, membershipId: string) =>
    `/${s.slug}/manage/members/members/${personId}/memberships/${membershipId}`,
  /** What an act would do (GET), and the act (POST). */
  manageMembershipAct: (
    s: StudioRef,
    personId: string,
    membershipId: string,
    act: string,
    params: Record<string, string | undefined> = {},
  ) =>
    `/${s.slug}/manage/members/members/${personId}/memberships/${membershipId}/${act}${query(params)}`,
  /** Waiving one fee of a person: why (GET), and the act (POST). */
  manageFee: (s: StudioRef, personId: string, feeId: string) =>
    `/${s.slug}/manage/members/members/${personId}/fees/${feeId}`,
}
