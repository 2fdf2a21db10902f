import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { assignTask, completeTask, reopenTask } from '#app/domain/tasks/settle-task.server.ts'
import { taskAct } from '#app/domain/tasks/task-form.ts'
import { taskPage } from '#app/domain/tasks/task-page.server.ts'
import { taskWords } from '#app/domain/tasks/task-words.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.task.title ?? 'Task', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'manage:read')
  const page = await taskPage(ctx, viewer, params.task ?? '')
  if (!page) throw notFound()
  return {
    studio: { slug: ctx.studio.slug },
    task: taskWords(page.task, { now: ctx.now, ...ctx.studio }),
    people: page.people,
  }
}

/** Done, open again, or given to somebody: 303 to the board. Each sent twice is once. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'manage:read')
  const board = paths.manageToday(ctx.studio)
  const submission = await parseForm(request, taskAct)
  if (submission.status !== 'success')
    throw refusalPage('nothing_chosen', 'Choose what to do.', board)
  const { act, personId } = submission.value
  const taskId = params.task ?? ''
  const result = await {
    done: () => completeTask(ctx, taskId),
    reopen: () => reopenTask(ctx, taskId),
    give: () => assignTask(ctx, taskId, personId || null),
  }[act]()
  if (result.ok) return redirectWithFlash(app, board, said[act])
  if (result.reason === 'not_found') throw notFound()
  throw refusalPage(result.reason, refused[result.reason], board)
}

const said = { done: 'Done.', reopen: 'Open again.', give: 'Saved.' }

const refused = {
  over: 'This has ended by itself. There is nothing left to do.',
  not_staff: 'This person does not work here. Choose someone else.',
  not_yours: 'Only an owner or a manager can give it to someone else.',
}

export default function Task() {
  const { studio, task, people } = useLoaderData<typeof loader>()
  return (
    <>
      <Link className="back" to={paths.manageToday(studio)}>
        <Icon name="back" /> Today
      </Link>
      <PageHead title={task.title} intro={task.note} />
      <p>{[task.due, task.holder].filter(Boolean).join('. ')}</p>
      {task.done && <p className="muted">{`Done by ${task.done}.`}</p>}
      {task.open && (
        <Form method="post" className="sheet-form">
          <div className="field">
            <label htmlFor="personId">Who does it</label>
            <select id="personId" name="personId" defaultValue={task.holderId ?? ''}>
              <option value="">Nobody in particular</option>
              {people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <div className="form-end">
            <button type="submit" className="button" name="act" value="give">
              Save
            </button>
            <button type="submit" className="button" name="act" value="done">
              Done
            </button>
            <Link className="button quiet" to={task.path}>
              Open
            </Link>
          </div>
        </Form>
      )}
      {task.done && (
        <Form method="post">
          <button type="submit" className="button" name="act" value="reopen">
            Undo
          </button>
        </Form>
      )}
    </>
  )
}
