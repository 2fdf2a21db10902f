/** A studio as the directory knows it: what every page of it needs before its shard is asked. */
export type Studio = {
  id: string
  slug: string
  name: string
  legalName: string
  shard: number
  state: 'provisioning' | 'open' | 'archived'
  listed: boolean
  timeZone: string
  currency: string
  locale: string
  town: string
  address: string
  /** How people reach it; empty is not told. */
  contactEmail: string
  contactPhone: string
  /** Words of its disciplines, as a person would read them. */
  disciplines: string
  /** OKLCH hue, 0–359. */
  hue: number
  /** OKLCH chroma in thousandths. */
  chroma: number
  /** What was picked: `#` plus hex or a palette reference; empty where nobody has. */
  colour: string
  /** What is kept of its logo; empty shows its initial. */
  logo: string
  /** What members may do, where it is not as usual; read by `studioLets`. */
  portal: string
  /** What it does not use; read by `studioUses`. */
  featuresOff: string
  /** Where people begin, and what comes in which order, where it is not as usual; read by `menuOf`. */
  menu: string
  /** What its members are told for some time, as it is kept; read by `maintenanceOf`. */
  maintenance: string
  /** The day its weeks begin on, for lists, calendars and limits: 1 is Monday, 7 is Sunday. */
  weekStart: number
  /** What weights are in: `kg`, `lb`, or empty for as its locale has it. */
  weightUnit: '' | 'kg' | 'lb'
  /** Its peak hours as they are kept; read by `peak-hours.ts`. */
  peakHours: string
  /** How it stands with its own plan; empty where nobody bills it. */
  planState: '' | 'trial' | 'active' | 'past_due' | 'read_only' | 'closed'
  /** The plan it has with us (`studios/own-plan/plan-prices.ts`); empty where nobody bills it. */
  plan: string
}
