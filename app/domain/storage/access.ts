/** Who may read and write files: one table of folders, read by the storage edge and by tests. */
import { may, type Permission, type Role } from '#app/domain/scope/permissions.ts'

/** Who asks at the storage edge: the project's keys, or an account. */
export type Caller = { kind: 'anon' } | { kind: 'service' } | { kind: 'account'; userId: string }

/** Whose folder a path begins with. */
export type FolderOwner =
  | {
      kind: 'studio'
      id: string
      open: boolean /** The caller's role there, if any. */
      role: Role | null
    }
  | { kind: 'other' }

type Rights = { read: Permission; write: Permission }

/** Folders below a studio's own, with what it takes to read and to write there. */
const folderRights: Record<string, Rights> = {
  brand: { read: 'manage:read', write: 'settings:write' },
  classes: { read: 'schedule:read', write: 'schedule:write' },
  exercises: { read: 'training:read', write: 'training:write' },
  people: { read: 'people:read', write: 'people:write' },
  staff: { read: 'manage:read', write: 'settings:write' },
}

const otherRights: Rights = { read: 'files:read', write: 'files:write' }

/**
 * Whether `caller` may read or write the file at `path`, apart from what anyone may read in a
 * public bucket. The project's service key may everything; staff what their role may in that folder
 * of their studio, and nothing is written in a studio that is closed; an account everything in the
 * folder of its own id.
 */
export function mayTouch(
  caller: Caller,
  folderOwner: FolderOwner,
  path: string,
  act: 'read' | 'write',
): boolean {
  if (caller.kind === 'service') return true
  if (caller.kind === 'anon') return false
  const [first, second = ''] = path.split('/')
  if (folderOwner.kind === 'other') return first === caller.userId && second !== ''
  if (!folderOwner.role || (act === 'write' && !folderOwner.open)) return false
  return may(folderOwner.role, rightsOf(second)[act])
}

const rightsOf = (folder: string): Rights =>
  (Object.hasOwn(folderRights, folder) && folderRights[folder]) || otherRights

/** What a refusal says about buckets themselves. */
export const bucketRule = 'buckets are for the service key alone'

/** Why `mayTouch` lets `caller` write nothing at `path`, in words for the author of the program. */
export function writeRule(caller: Caller, folderOwner: FolderOwner, path: string): string {
  if (caller.kind === 'anon')
    return 'the anon key writes nowhere; send the access token of an account'
  if (folderOwner.kind === 'other')
    return "an account writes in the folder of its own id, and staff in their studio's"
  if (folderOwner.role && !folderOwner.open) return 'nothing is written in a studio that is closed'
  const [, second = ''] = path.split('/')
  const folder = Object.hasOwn(folderRights, second) ? second : 'any other place'
  return `${folder} in a studio's folder takes ${rightsOf(second).write} there`
}
