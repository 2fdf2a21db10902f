import type { joinPage } from './join-page.server.ts'

/** What joining comes to, as its page has it. */
export type JoinPreview = NonNullable<NonNullable<Awaited<ReturnType<typeof joinPage>>>['preview']>
