import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { familySql, toFamily } from '#app/domain/families/act-for.server.ts'
import { calledOf } from '#app/domain/families/family-member.ts'
import { unreadNoticesSql } from '#app/domain/messaging/notices.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Shell } from './shell.ts'

export type ShellViewer = {
  /** Whose page it is: the viewer, or the child they have chosen. */
  personId: string | null
  /** The viewer's own row, where it is somebody else's page. */
  self?: string | null
  name: string
  email: string
} | null

type ShellRow = { n: number; family: string }

/** The shell's statements, for the page's own batch: layouts query nothing (design decision 5). */
export function shellStatements(
  ctx: StudioContext,
  viewer: ShellViewer,
): { unread: Statement<ShellRow[]> } {
  const self = viewer?.self ?? viewer?.personId ?? ''
  const family = self === '' ? sql`'[]'` : familySql(ctx, self)
  return {
    unread: ctx.db.all<ShellRow>(
      sql`SELECT ${unreadNoticesSql(ctx, self)} AS n, ${family} AS family`,
    ),
  }
}

/** The answer of `shellStatements` as a page hands it on, under `shell` in its data. */
export function toShell(answer: { unread: ShellRow[] }, viewer: ShellViewer): Shell {
  const [row] = answer.unread
  const viewerName = viewer && (viewer.name || viewer.email)
  const shell = { unread: row?.n ?? 0, viewerName }
  const relatives = toFamily(row?.family)
  if (!viewer?.personId || relatives.length === 0) return shell
  return {
    ...shell,
    family: {
      self: viewer.self ?? viewer.personId,
      chosen: viewer.personId,
      relatives: relatives.map((one) => ({
        id: one.id,
        name: one.name,
        called: calledOf(one),
        age: one.age,
        adult: one.adult === 1,
      })),
    },
  }
}
