/** The addresses of planning: closures, drafts, copies of a term and substitutions. */
import { query } from './query.ts'

type StudioRef = { slug: string }
type Params = Record<string, string | undefined>

const schedule = (s: StudioRef) => `/${s.slug}/manage/schedule`

export const planningPaths = {
  manageClosures: (s: StudioRef) => `${schedule(s)}/closures`,
  /** Days of a calendar file (POST), each leading to a new closure. */
  manageHolidays: (s: StudioRef) => `${schedule(s)}/closures/holidays`,
  manageClosureNew: (s: StudioRef, params: Params = {}) =>
    `${schedule(s)}/closures/new${query(params)}`,
  /** What a closure would do (GET), and the act (POST). */
  manageClosurePreview: (s: StudioRef, params: Params = {}) =>
    `${schedule(s)}/closures/preview${query(params)}`,
  /** How far a closure is (GET), and what goes on with it or lifts it (POST). */
  manageClosure: (s: StudioRef, closureId: string, act?: 'continue' | 'lifting') =>
    `${schedule(s)}/closures/${closureId}${act ? `/${act}` : ''}`,
  /** What is planned with everything publishing it would do (GET), and the act (POST). */
  managePublish: (s: StudioRef, params: { from?: string } = {}) =>
    `${schedule(s)}/publish${query(params)}`,
  /** What one press of publish did. */
  managePublished: (s: StudioRef, runId: string) => `${schedule(s)}/publish/${runId}`,
  /** Planned changes that are not to be (POST). */
  managePlanDiscard: (s: StudioRef) => `${schedule(s)}/publish/discard`,
  manageTermCopy: (s: StudioRef, copyId: string) => `${schedule(s)}/copy/${copyId}`,
  manageCopyTerm: (s: StudioRef, params: Params = {}) => `${schedule(s)}/copy${query(params)}`,
  manageSubstitutions: (s: StudioRef) => `${schedule(s)}/substitutions`,
  /** Asking for someone to take a class. */
  manageSubstitutionNew: (s: StudioRef, params: { class?: string } = {}) =>
    `${schedule(s)}/substitutions/new${query(params)}`,
  manageSubstitution: (s: StudioRef, requestId: string) =>
    `${schedule(s)}/substitutions/${requestId}`,
}
