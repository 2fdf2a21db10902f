/**
 * The styles of every manage page, one set for all of them: going from page to page in the browser
 * needs no change of styles. A page that draws something of its own adds its file here.
 */
export const staffStyles = [
  'calendar-cells',
  'flash',
  'image-plain',
  'palette',
  'picker',
  'picture',
  'qr',
  'sign',
  'staff-board',
  'staff-calendar',
  'staff-events',
  'staff-form',
  'staff-frame',
  'staff-leads',
  'staff-list',
  'staff-parts',
  'staff-photos',
  'staff-policies',
  'staff-reception',
  'bill',
  'staff-sales',
  'staff-schedule',
  'staff-story',
] as const
