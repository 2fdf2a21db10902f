/** The addresses of the people area of the desk. */
import { query } from './query.ts'

type StudioRef = { slug: string }

export const peoplePaths = {
  manageMembers: (s: StudioRef, params: Record<string, string | number | undefined> = {}) =>
    `/${s.slug}/manage/members/members${query(params)}`,
  manageMembersCsv: (s: StudioRef, params: Record<string, string | number | undefined> = {}) =>
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
  managePeopleImports: (s: StudioRef) => `/${s.slug}/manage/members/import`,
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
      | 'account',
    params: Record<string, string | undefined> = {},
  ) => `/${s.slug}/manage/members/members/${personId}/${act}${query(params)}`,
  /** Waiving one fee of a person: why (GET), and the act (POST). */
  manageFee: (s: StudioRef, personId: string, feeId: string) =>
    `/${s.slug}/manage/members/members/${personId}/fees/${feeId}`,
}
