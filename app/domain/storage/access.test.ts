import { expect, test } from 'vitest'
import type { Role } from '#app/domain/scope/permissions.ts'
import { type Caller, type FolderOwner, mayTouch } from './access.ts'

const ana: Caller = { kind: 'account', userId: 'ana' }
const studio = (role: Role | null, open = true): FolderOwner => ({
  kind: 'studio',
  id: 's1',
  open,
  role,
})
const nowhere: FolderOwner = { kind: 'other' }

test.each<[string, Caller, FolderOwner, string, 'read' | 'write', boolean]>([
  ['the service key writes anywhere', { kind: 'service' }, nowhere, 'any/where.png', 'write', true],
  ['the anon key writes nowhere', { kind: 'anon' }, studio(null), 's1/brand/a.png', 'write', false],
  ['an account writes in its own folder', ana, nowhere, 'ana/a.png', 'write', true],
  ['and not in another account’s', ana, nowhere, 'ben/a.png', 'write', false],
  ['nor at the root, even under its own name', ana, nowhere, 'ana', 'write', false],
  ['a coach writes photos of exercises', ana, studio('coach'), 's1/exercises/a.png', 'write', true],
  ['and not the logo', ana, studio('coach'), 's1/brand/a.png', 'write', false],
  [
    'nor photos of people, which a coach reads',
    ana,
    studio('coach'),
    's1/people/a.png',
    'write',
    false,
  ],
  ['', ana, studio('coach'), 's1/people/a.png', 'read', true],
  ['the front desk reads other files', ana, studio('front_desk'), 's1/waivers/a.pdf', 'read', true],
  ['and does not write them', ana, studio('front_desk'), 's1/waivers/a.pdf', 'write', false],
  ['a manager does', ana, studio('manager'), 's1/waivers/a.pdf', 'write', true],
  [
    'a folder called like a method is any other',
    ana,
    studio('coach'),
    's1/constructor/a.pdf',
    'write',
    false,
  ],
  ['a member does not', ana, studio('member'), 's1/exercises/a.png', 'write', false],
  ['nor somebody of no place there', ana, studio(null), 's1/exercises/a.png', 'read', false],
  ['a closed studio is read', ana, studio('owner', false), 's1/brand/a.png', 'read', true],
  ['and not written', ana, studio('owner', false), 's1/brand/a.png', 'write', false],
])('%s', (_, caller, folderOwner, path, act, allowed) => {
  expect(mayTouch(caller, folderOwner, path, act)).toBe(allowed)
})
