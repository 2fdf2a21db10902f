import { isObjectPath } from '#app/domain/storage/object-name.ts'
import { findObject } from '#app/domain/storage/object-queries.server.ts'
import { checkLink } from '#app/domain/storage/signed-links.server.ts'
import type { StoredObject } from '#app/domain/storage/stored-object.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import {
  type Grounded,
  groundsFor,
  objectPath,
  presentedPath,
  requireCaller,
  type StorageContext,
} from './callers.ts'
import { refusals, StorageError } from './errors.ts'

export type Found = { object: StoredObject; path: string }

/** A file of a public bucket. A private bucket answers as if it were not there. */
export async function findPublic(c: StorageContext): Promise<Found> {
  const { bucketId, path } = objectPath(c)
  const requested = await groundsFor(c, bucketId, [path])
  if (!requested.bucket.public) throw refusals.noBucket()
  return found(requested, path)
}

/** A file that the caller may read. To others it is not there. */
export async function findOwn(
  c: StorageContext,
  options: { cookie?: boolean } = {},
): Promise<Found> {
  const who = await requireCaller(c, options)
  const { bucketId, path } = objectPath(c)
  const requested = await groundsFor(c, bucketId, [path], who)
  if (!requested.bucket.public && !requested.may(path, 'read')) throw refusals.noObject()
  return found(requested, path)
}

/** A file by a signed link, with the size the link was signed for. */
export async function findByLink(
  c: StorageContext,
): Promise<Found & { transform: Record<string, string> | null }> {
  const { bucketId, path } = presentedPath(c)
  const token = c.req.query('token')
  if (!token) throw refusals.badRequest("querystring must have required property 'token'")
  const checked = await checkLink(identityContext(c.var.app), token, {
    bucketId,
    path,
    purpose: 'read',
  })
  if (!checked.ok) throw badLink(checked.reason)
  const file = await found(await groundsFor(c, bucketId, [path]), path)
  if (file.object.linkKey !== checked.key) throw badLink('invalid')
  return { ...file, transform: checked.transform }
}

/** A file of which a link has been checked already. */
export async function findBehindLink(
  c: StorageContext,
  bucketId: string,
  path: string,
): Promise<Found> {
  if (!isObjectPath(path)) throw refusals.noObject()
  return found(await groundsFor(c, bucketId, [path]), path)
}

export const badLink = (reason: 'expired' | 'invalid') =>
  new StorageError(
    '400',
    'InvalidJWT',
    'InvalidJWT',
    reason === 'expired' ? '"exp" claim timestamp check failed' : 'Invalid Compact JWS',
  )

async function found({ bucket, placeOf }: Grounded, path: string): Promise<Found> {
  const place = placeOf(path)
  const object = await findObject(place.scope, bucket.id, place.path)
  if (!object) throw refusals.noObject()
  return { object, path }
}
