import type { DeskSection } from '#app/paths/page-parts.ts'

/** The styles that every manage page has. */
const ofAll = [
  'flash',
  'image-plain',
  'palette',
  'picture',
  'qr',
  'sign',
  'staff-board',
  'staff-form',
  'staff-frame',
  'staff-list',
  'staff-parts',
  'staff-sales',
  'staff-schedule',
]

const ofSection: Record<DeskSection, readonly string[]> = {
  members: ['picker', 'staff-leads', 'staff-story'],
  sales: ['bill', 'plot', 'staff-insights', 'staff-marketing'],
  schedule: ['calendar-cells', 'picker', 'staff-calendar', 'staff-events', 'staff-policies'],
  settings: ['picker', 'staff-leads'],
  studio: ['plot', 'staff-insights', 'staff-messenger', 'staff-pay', 'staff-reception'],
  training: [
    'grading',
    'ladder',
    'picker',
    'skill-map',
    'staff-flows',
    'staff-photos',
    'staff-program',
  ],
}

/**
 * The styles of the pages of one section of the desk, one set for all of them: going from page to
 * page in the browser needs no change of styles, and another section is another document. A page
 * that draws something of its own adds its file to its section.
 */
export const staffStylesOf = (section: DeskSection | null): readonly string[] => [
  ...ofAll,
  ...(section ? ofSection[section] : []),
]

/** Those of every section, for sources served as they lie there, which change sections in place. */
export const staffStyles: readonly string[] = [...ofAll, ...Object.values(ofSection).flat()]
