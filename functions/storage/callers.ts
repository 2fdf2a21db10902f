import type { Context } from 'hono'
import type { PresentedSession } from '#app/domain/identity/sessions/live-session.server.ts'
import { bucketRule, type Caller, mayTouch, writeRule } from '#app/domain/storage/access.ts'
import type { Bucket } from '#app/domain/storage/bucket-queries.server.ts'
import { ownFolderBytes } from '#app/domain/storage/buckets.ts'
import { findRequestedFiles, type Place } from '#app/domain/storage/find-requested-files.server.ts'
import { isBucketName, isObjectPath } from '#app/domain/storage/object-name.ts'
import { apiCaller } from '#functions/edge/api-caller.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { refusals } from './errors.ts'

export type StorageContext = Context<ServerEnv>

export type Who = { caller: Caller; session: PresentedSession | null }

/** Who asks; each refusal as the wire contract has it. */
export async function requireCaller(
  { var: { app } }: StorageContext,
  options: { cookie?: boolean } = {},
): Promise<Who> {
  const asked = await apiCaller(app, options)
  if (asked.ok) return asked
  throw asked.reason === 'missing' ? refusals.noAuthorization() : refusals.badToken(asked.reason)
}

/** The project's own key, for what is about buckets and not about files. */
export async function requireService(c: StorageContext): Promise<void> {
  const { caller } = await requireCaller(c)
  if (caller.kind !== 'service') throw refusals.rowLevel(bucketRule)
}

export type Grounded = {
  caller: Caller
  bucket: Bucket
  placeOf(path: string): Place
  may(path: string, act: 'read' | 'write'): boolean
  /** What it takes to write at a path, for a refusal. */
  rule(path: string): string
}

/** Nobody in particular: for public files and for signed links. */
const nobody: Who = { caller: { kind: 'anon' }, session: null }

/**
 * One trip to the directory: the bucket, the caller and where the paths lead. Refuses a bucket that
 * is not there, and an account that has taken one of its two steps only.
 */
export async function groundsFor(
  { var: { app } }: StorageContext,
  bucketId: string,
  paths: readonly string[],
  { caller, session }: Who = nobody,
): Promise<Grounded> {
  if (!isBucketName(bucketId)) throw refusals.invalidBucketName()
  const { bucket, standing, placeOf } = await findRequestedFiles(app, {
    bucketId,
    paths,
    caller,
    session,
  })
  if (standing === 'gone') throw refusals.badToken('revoked')
  if (standing === 'second_step') throw refusals.secondStep()
  if (!bucket) throw refusals.noBucket()
  const may = (path: string, act: 'read' | 'write') => {
    const place = placeOf(path)
    return mayTouch(caller, place.folderOwner, place.path, act)
  }
  const rule = (path: string) => {
    const place = placeOf(path)
    return writeRule(caller, place.folderOwner, place.path)
  }
  return { caller, bucket, placeOf, may, rule }
}

/** The path in the address, decoded once; refuses what is no path. */
export function objectPath(c: StorageContext): { bucketId: string; path: string } {
  return checkedPath(inAddress(c))
}

/**
 * The path in a signed link, which a client may have encoded once more than it was: no name holds a
 * percent sign, so one that is left is an escape.
 */
export function presentedPath(c: StorageContext): { bucketId: string; path: string } {
  const { bucketId, path } = inAddress(c)
  try {
    return checkedPath({ bucketId, path: decodeURIComponent(path) })
  } catch (error) {
    throw error instanceof URIError ? refusals.invalidKey(path) : error
  }
}

function inAddress(c: StorageContext): { bucketId: string; path: string } {
  const { bucket = '', path = '' } = c.req.param() as { bucket?: string; path?: string }
  return { bucketId: bucket, path }
}

function checkedPath(asked: { bucketId: string; path: string }) {
  if (!isObjectPath(asked.path)) throw refusals.invalidKey(asked.path)
  return asked
}

/** What a path's first folder may hold: an account's own has its limit. */
export const folderLimit = ({ folderOwner }: Place, caller: Caller) =>
  folderOwner.kind === 'other' && caller.kind === 'account' ? ownFolderBytes : undefined

export const ownerOf = (caller: Caller) => (caller.kind === 'account' ? caller.userId : null)
