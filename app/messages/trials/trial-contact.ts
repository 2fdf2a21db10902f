/** How someone without an account gives back a place: by telling the studio. Pure. */
export type TrialContact = { contactEmail: string; contactPhone: string }

/** `If you can’t come, tell us so that someone else can: hello@… or +44 ….` */
export function giveBackWords({ contactEmail, contactPhone }: TrialContact): string {
  const ways = [contactEmail, contactPhone].filter(Boolean).join(' or ')
  const ask = 'If you can’t come, tell us so that someone else can'
  return ways ? `${ask}: ${ways}.` : `${ask}: answer this email or ask at the desk.`
}
