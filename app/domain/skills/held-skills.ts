/** The first skill somebody is missing for a class. */
export type MissingSkill = {
  skillId: string
  name: string
  /** Days of it that counted, of those it needs. */
  days: number
  need: number
  lapsed: boolean
  /** How many others are missing too. */
  others: number
}

/** What is missing, by class type; types that ask for nothing more are left out. */
export type HeldSkills = ReadonlyMap<string, MissingSkill>
