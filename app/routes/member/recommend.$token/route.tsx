import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import {
  answerScore,
  commentScore,
  findScoreAsk,
} from '#app/domain/insights/scores/answer-score.server.ts'
import { scoreCommentForm, scoreForm } from '#app/domain/insights/scores/score-forms.ts'
import { lowScore } from '#app/domain/insights/scores/score-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parsePosted, readPosted } from '#app/http/form.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['form', 'button'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => [
  ...pageTitle('Recommend', { matches }),
  { name: 'robots', content: 'noindex' },
]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await viewStudio(context)
  const ask = await findScoreAsk(ctx, params.token ?? '')
  if (!ask) throw notFound()
  const { score, comment, over } = ask
  return {
    studio: ctx.studio.name,
    score,
    comment,
    over: over === 1,
    rules: fieldRules(scoreCommentForm),
  }
}

/** Notes the number that was pressed, or why: 303 back to the page, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { ctx } = await viewStudio(context)
  const token = params.token ?? ''
  if (!(await findScoreAsk(ctx, token))) throw notFound()
  const posted = await readPosted(request)
  const here = redirect(paths.score(ctx.studio, token), 303)
  if (posted.has('score')) {
    const pressed = parsePosted(posted, scoreForm)
    if (pressed.status !== 'success') return invalid(pressed)
    await answerScore(ctx, token, pressed.value.score)
    return here
  }
  const submission = parsePosted(posted, scoreCommentForm)
  if (submission.status !== 'success') return invalid(submission)
  await commentScore(ctx, token, submission.value.comment)
  return here
}

const numbers = Array.from({ length: 11 }, (_, score) => score)

export default function Recommend() {
  const { studio, score, comment, over, rules } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = usePageForm<{ comment: string }>('why', answer, { rules, values: { comment } })
  if (over)
    return (
      <Main slim>
        <h1>This question is closed</h1>
        <p>It could be answered for 30 days. {studio} may ask again another time.</p>
      </Main>
    )
  const press = (
    <form method="post">
      <fieldset className="plain">
        <legend className="vh">Your answer</legend>
        <div className="actions">
          {numbers.map((n) => (
            <button
              key={n}
              type="submit"
              className={n === score ? 'button primary' : 'button'}
              name="score"
              value={n}
              aria-current={n === score ? 'true' : undefined}
            >
              {n}
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  )
  if (score === null)
    return (
      <Main slim>
        <h1>How likely are you to recommend {studio} to a friend?</h1>
        <p>0 is not at all, 10 is certainly. {studio} sees your name with your answer.</p>
        {press}
      </Main>
    )
  return (
    <Main slim>
      <Form of={form} names={['comment']} title="Thank you" intro={<p>You answered {score}.</p>}>
        <TextareaField
          field={form.fields.comment}
          label={score <= lowScore ? 'What should be better?' : 'What do you like most?'}
          rows={4}
        />
        <SubmitButton>Send</SubmitButton>
      </Form>
      <p className="soft">Press another number to change your answer.</p>
      {press}
    </Main>
  )
}
