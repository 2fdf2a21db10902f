/** What someone is invited to; `role` is null for members. */
export type Offer = { email: string; role: string | null; invitedBy: string }

/** Who asks, and as what. */
export function offerWords({ role, invitedBy }: Offer, studio: { name: string }): string {
  const who = invitedBy || studio.name
  return role
    ? `${who} invites you to ${studio.name} as ${role.toLowerCase()}.`
    : `${who} invites you to sign in at ${studio.name}.`
}
