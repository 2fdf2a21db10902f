import type { AppLoadContext } from '@remix-run/cloudflare'
import { conversationActForm, replyForm } from '#app/domain/conversations/conversation-fields.ts'
import {
  inboxFilters,
  inboxViews,
  inboxViewWords,
} from '#app/domain/conversations/inbox-filters.ts'
import { conversationPerson, inboxPage } from '#app/domain/conversations/inbox-page.server.ts'
import { listedWords, minutesWords, openWords } from '#app/domain/conversations/inbox-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'

/** What the inbox shows, with one conversation open or none. */
export async function loadInbox(context: AppLoadContext, id: string | null) {
  const { app, ctx, viewer } = await requirePermission(context, 'messages:write')
  const filters = listParams(app, inboxFilters)
  const page = await inboxPage(ctx, viewer, filters, id)
  if (!page) throw notFound()
  const { slug } = ctx.studio
  const { counts, answered } = page
  const numbers: Partial<Record<(typeof inboxViews)[number], string>> = {
    open: counts.open ? String(counts.open) : '',
    mine: counts.mine ? String(counts.mine) : '',
    snoozed: counts.snoozed ? String(counts.snoozed) : '',
  }
  const rows = page.list.map((row) => listedWords(ctx, row))
  return {
    studio: { slug },
    filters,
    views: inboxViews.map((view) => ({
      view,
      name: inboxViewWords[view],
      count: numbers[view] ?? '',
      path: paths.manageMessenger(ctx.studio, { ...filters, view }),
    })),
    waiting: rows.filter(({ waits }) => waits),
    others: rows.filter(({ waits }) => !waits),
    answered:
      answered.minutes !== null && answered.n > 0
        ? `First answers take ${minutesWords(answered.minutes)} on average.`
        : '',
    canAnnounce: may(viewer.role, 'messages:announce'),
    rules: fieldRules(replyForm),
    actRules: fieldRules(conversationActForm),
    key: newId(),
    open: openWords(
      ctx,
      page,
      await conversationPerson(ctx, page.open?.personId ?? null),
      viewer.role,
    ),
  }
}
