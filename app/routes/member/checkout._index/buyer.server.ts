import type { Buyer } from '#app/domain/sales/checkout/checkout-rows.server.ts'
import type { requireBooker } from '#app/http/guards.server.ts'

/** Who buys: the member, also for a child they chose, or somebody as they typed themselves. */
export function buyerOf(
  member: Awaited<ReturnType<typeof requireBooker>> | null,
  typed: { name: string; email: string; phone: string },
): Buyer {
  if (!member) return { kind: 'stranger', ...typed }
  const { ctx, viewer } = member
  return {
    kind: 'member',
    personId: ctx.person.id,
    ...(ctx.guardianId ? { guardianId: ctx.guardianId } : {}),
    email: viewer.email,
    name: viewer.name,
  }
}
