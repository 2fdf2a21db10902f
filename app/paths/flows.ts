/** The addresses of flows at the desk. */
import { query } from './query.ts'

type StudioRef = { slug: string }
type Params = Record<string, string | number | undefined>

export const flowPaths = {
  manageFlows: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/training/flows${query(params)}`,
  manageFlowNew: (s: StudioRef) => `/${s.slug}/manage/training/flows/new`,
  /** The timeline (GET, POST): with `class` against its roster, with `item` that item's form. */
  manageFlow: (s: StudioRef, flowId: string, params: Params = {}) =>
    `/${s.slug}/manage/training/flows/${flowId}${query(params)}`,
  /** Its details and versions (GET, POST), and what is only posted. */
  manageFlowAct: (
    s: StudioRef,
    flowId: string,
    act: 'details' | 'versions' | 'state' | 'copy' | 'comments',
    params: Params = {},
  ) => `/${s.slug}/manage/training/flows/${flowId}/${act}${query(params)}`,
  /**
   * On paper, as a file, on a screen and in the coach's hand, and which music begins when as a file;
   * with `way` the easier or harder items (`flow-level.ts`).
   */
  manageFlowView: (
    s: StudioRef,
    flowId: string,
    view: 'print' | 'pdf' | 'tv' | 'teach' | 'cues.csv',
    params: Params = {},
  ) => `/${s.slug}/manage/training/flows/${flowId}/${view}${query(params)}`,
  /** What the classes of a series are taught from (GET, POST). */
  manageSeriesTeaching: (s: StudioRef, seriesId: string) =>
    `/${s.slug}/manage/training/series/${seriesId}`,
}
