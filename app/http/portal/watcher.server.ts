import { may } from '#app/domain/scope/permissions.ts'
import type { Watcher } from '#app/domain/videos/video-queries.server.ts'
import type { Viewer } from '../guards.server.ts'

/** Who watches: staff see every video, also drafts; a stranger what everyone may look up. */
export const watcherOf = (viewer: Pick<Viewer, 'personId' | 'role'> | null): Watcher => ({
  personId: viewer?.personId ?? '',
  staff: viewer !== null && viewer.personId !== null && may(viewer.role, 'training:read'),
})
