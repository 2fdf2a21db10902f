import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { findRoleOfPerson, staffRolesByPerson } from '#app/domain/studios/role-of-person.server.ts'
import {
  assignTask,
  completeTask,
  mayHold,
  reopenTask,
} from '#app/domain/tasks/settle-task.server.ts'
import { taskAct } from '#app/domain/tasks/task-form.ts'
import { taskPage } from '#app/domain/tasks/task-page.server.ts'
import { taskWords } from '#app/domain/tasks/task-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.task.title ?? 'Task', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'manage:read')
  const page = await taskPage(ctx, viewer, params.task ?? '')
  if (!page) throw notFound()
  const { task, people } = page
  const roles =
    task.kind === 'fees_due' ? await staffRolesByPerson(app.directory, ctx.studio.id) : null
  return {
    studio: { slug: ctx.studio.slug },
    rules: fieldRules(taskAct),
    task: taskWords(task, { now: ctx.now, ...ctx.studio }),
    people: people
      .filter(({ id }) => !roles || mayHold(task.kind, roles.get(id) ?? null))
      .map(({ id, name }) => ({ value: id, label: name })),
  }
}

/** Done, open again, or given to someone: 303 to the board. Each sent twice is once. */
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
    give: async () =>
      assignTask(
        ctx,
        taskId,
        personId || null,
        personId ? await findRoleOfPerson(app.directory, ctx.studio.id, personId) : null,
      ),
  }[act]()
  if (result.ok) return redirectWithFlash(app, board, said[act])
  if (result.reason === 'not_found') throw notFound()
  const { reason } = result
  if (reason === 'no_fees' || reason === 'not_staff')
    return refused(submission, { fields: { personId: [refusals[reason]] }, code: reason })
  throw refusalPage(reason, refusals[reason], board)
}

const said = { done: 'Done.', reopen: 'Open again.', give: 'Saved.' }

const refusals = {
  over: 'This has been sorted. There’s nothing left to do.',
  not_staff: 'This person doesn’t work here. Choose someone else.',
  no_fees: 'This is about fees, which they can’t see. Give it to the front desk or a manager.',
  not_yours: 'Only an owner or a manager can give it to someone else.',
}

export default function Task() {
  const { studio, task, people, rules } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  return (
    <>
      <BackLink to={paths.manageToday(studio)}>Today</BackLink>
      <PageHead
        title={task.title}
        intro={task.note}
        actions={
          task.open && (
            <Form method="post">
              <button type="submit" className="button primary" name="act" value="done">
                Done
              </button>
            </Form>
          )
        }
      />
      <div className="sections">
        <div className="stack">
          <p>
            {[task.due, task.holder]
              .filter(Boolean)
              .map((text) => `${text}.`)
              .join(' ')}
          </p>
          <p>
            <Link to={task.path}>{task.opens}</Link>
          </p>
          {task.done && <p className="muted">{`Done by ${task.done}.`}</p>}
        </div>
        {task.open && (
          <section>
            <div className="section-head">
              <h2>Who does it</h2>
            </div>
            <SmallForm
              id="give"
              names={['personId']}
              rules={rules}
              answer={answer}
              values={{ personId: task.holderId ?? '' }}
              className="sheet-form"
            >
              {({ personId }) => (
                <>
                  <SelectField
                    field={personId}
                    label="Person"
                    options={people}
                    empty="Nobody in particular"
                  />
                  <div>
                    <button type="submit" className="button" name="act" value="give">
                      Save
                    </button>
                  </div>
                </>
              )}
            </SmallForm>
          </section>
        )}
      </div>
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
