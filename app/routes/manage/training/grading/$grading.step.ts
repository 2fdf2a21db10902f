import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { beginGrading, publishGrading } from '#app/domain/grading/grade-candidates.server.ts'
import { gradingPage } from '#app/domain/grading/grading-page.server.ts'
import { certificateNumber } from '#app/domain/grading/grading-words.ts'
import {
  inviteCandidates,
  overrideCandidate,
  refuseCandidate,
} from '#app/domain/grading/invite-candidates.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { count } from '#app/values/wording.ts'

/** There is nothing to see here: the grading’s page has the buttons. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'gradings:write')
  const page = await gradingPage(ctx, params.grading ?? '')
  if (!page) throw notFound()
  return redirect(paths.manageGrading(ctx.studio, page.grading.id), 303)
}

/** A step of a grading: 303 to its page with what came of it, 422 with why not. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'gradings:write')
  const posted = await readPosted(request)
  const id = params.grading ?? ''
  const person = String(posted.get('person') ?? '').slice(0, 40)
  const said = await takeStep(ctx, id, String(posted.get('act') ?? ''), person)
  if (!said) throw notFound()
  const page = paths.manageGrading(ctx.studio, id)
  if (said.code) throw refusalPage(said.code, said.words, page)
  return redirectWithFlash(app, page, said.words)
}

async function takeStep(ctx: StaffContext, id: string, act: string, person: string) {
  const no = (code: string, words: string) => ({ code, words })
  const yes = (words: string) => ({ code: '', words })
  switch (act) {
    case 'invite': {
      const result = await inviteCandidates(ctx, id)
      if (result.ok) {
        const unreached =
          result.unreached > 0
            ? ` ${count(result.unreached, 'person has', 'people have')} no email address: tell them yourself.`
            : ''
        return yes(`${count(result.invited, 'invitation')} sent.${unreached}`)
      }
      if (result.reason === 'not_found') return null
      return no(
        result.reason,
        {
          under_way: 'The grading has begun. Nobody is invited any more.',
          nobody: 'Everyone who is eligible is invited already.',
          past: 'The day is over. Choose another one first.',
        }[result.reason],
      )
    }
    case 'begin': {
      const result = await beginGrading(ctx, id)
      if (result.ok) return yes('Begun. Choose a name to open its score sheet.')
      if (result.reason === 'not_found') return null
      return no(
        result.reason,
        result.reason === 'too_early'
          ? 'It begins on its day. Change the day if it is another one.'
          : 'Invite people first.',
      )
    }
    case 'publish': {
      const result = await publishGrading(ctx, id)
      if (result.ok) {
        return yes(
          result.passed === 0
            ? 'Published. Nobody passed.'
            : `Published. ${count(result.passed, 'person is', 'people are')} promoted, certificates ${certificateNumber(result.first)} to ${certificateNumber(result.last)}.`,
        )
      }
      if (result.reason === 'not_found') return null
      return no(
        result.reason,
        'names' in result
          ? `Without a result: ${result.names.slice(0, 5).join(', ')}.`
          : 'Results changed meanwhile, or the grading has not begun. Check and press again.',
      )
    }
    case 'undo': {
      const result = await overrideCandidate(ctx, id, person, null)
      if (result.ok) return yes('The override is undone.')
      return result.reason === 'not_found' ? null : no(result.reason, 'The grading has begun.')
    }
    case 'refuse': {
      const result = await refuseCandidate(ctx, id, person)
      if (result.ok) return yes('Declined. What they paid is refunded.')
      return result.reason === 'not_found' ? null : no(result.reason, 'They have a result already.')
    }
    default:
      return null
  }
}
