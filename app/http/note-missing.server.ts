import { withoutMeter } from '#app/db/connection.server.ts'
import { noteMissing } from '#app/domain/audit/note-missing.server.ts'
import { isStaff } from '#app/domain/scope/permissions.ts'
import { idForm } from '#app/values/id.ts'
import type { RequestContext } from './request-context.server.ts'

/**
 * Notes, after the answer has gone, that somebody at work was answered 404 for an address with an
 * id in it: their studio has no such record. An address without an id is a slip of the pen, and
 * what members and strangers ask for says nothing of how the studio's own people work.
 */
export function noteMissingSoon(app: RequestContext, status: number): void {
  if (status !== 404 || !idIn(app.url)) return
  app.waitUntil(noteQuietly(app))
}

/** The last id of the desk's address; null where it has none, or is not the desk's. */
function idIn({ pathname }: URL): string | null {
  const [, , area, ...rest] = pathname.split('/')
  return area === 'manage' ? (rest.findLast((part) => idForm.test(part)) ?? null) : null
}

async function noteQuietly(app: RequestContext): Promise<void> {
  try {
    const { studio, visitor, now } = await app.loadVisitor()
    const place = visitor?.affiliation
    const id = idIn(app.url)
    if (!studio || !visitor || place?.state !== 'active' || !isStaff(place.role) || !id) return
    await noteMissing(
      {
        db: withoutMeter(app.shardOf(studio)),
        studio,
        now,
        actor: { userId: visitor.userId, name: visitor.name },
      },
      { id, address: app.url.pathname },
    )
  } catch (error) {
    console.error('A record that is not there could not be noted', {
      requestId: app.requestId,
      error,
    })
  }
}
