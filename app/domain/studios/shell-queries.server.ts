import { unreadNoticesStatement } from '#app/domain/messaging/notices.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** What the studio's frame shows of the viewer; `viewerName` is null when nobody is signed in. */
export type Shell = { unread: number; viewerName: string | null }

type ShellViewer = { personId: string | null; name: string; email: string } | null

/** The shell's statements, for the page's own batch: layouts query nothing (design decision 5). */
export function shellStatements(ctx: StudioContext, viewer: ShellViewer) {
  return { unread: unreadNoticesStatement(ctx, viewer?.personId ?? '') }
}

/** The answer of `shellStatements` as a page hands it on, under `shell` in its data. */
export function toShell(answer: { unread: { n: number }[] }, viewer: ShellViewer): Shell {
  return { unread: answer.unread[0]?.n ?? 0, viewerName: viewer && (viewer.name || viewer.email) }
}
