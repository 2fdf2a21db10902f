import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { factsLine } from '#app/values/text/separators.ts'
import { exercisesOf, type Plan } from '../plan/plan.ts'
import { blockWords, exerciseWords } from '../plan/plan-words.ts'
import { understandWorkout } from '../plan/understand-workout.server.ts'
import { pickOf } from './workout-fields.ts'
import { findWorkout } from './workout-queries.server.ts'

/** A line as it was understood: a head of a block, an exercise, or what is to be asked. */
export type UnderstoodLine = {
  line: number
  letter: string
  name: string
  rest: string
  /** Lies in a block with a head. */
  inside: boolean
  tone: 'clear' | 'confirm' | 'wrong'
}

function toneOf(asked: boolean, unitless: boolean): UnderstoodLine['tone'] {
  if (asked) return 'wrong'
  return unitless ? 'confirm' : 'clear'
}

const chosen = (plan: Plan) => exercisesOf(plan).filter(({ exerciseId }) => exerciseId !== '')

/** A workout at the desk, with what each line is understood as; null where there is none. */
export async function workoutDeskPage(ctx: StudioContext, id: string) {
  const workout = await findWorkout(ctx, id)
  if (!workout) return null
  const picks = Object.fromEntries(chosen(workout.plan).map((one) => [one.typed, one.exerciseId]))
  const { plan, questions, unitless, unit } = await understandWorkout(ctx, workout.text, picks)
  const asked = new Map(questions.map((one) => [one.line, one]))
  const noUnit = new Map(unitless.map((one) => [one.line, one.amount]))
  const lines = plan.blocks.flatMap((block): UnderstoodLine[] => {
    const head = blockWords(block)
    const before = head && {
      line: block.line ?? block.exercises[0]?.line ?? 0,
      letter: block.letter,
      inside: false,
      tone: 'clear' as const,
      ...head,
    }
    const exercises = block.exercises.map((one, i): UnderstoodLine => {
      const question = asked.get(one.line)
      const amount = noUnit.get(one.line)
      const rest = exerciseWords(one, unit)
      return {
        line: one.line,
        letter: head || i > 0 ? '' : block.letter,
        name: question ? `“${one.typed}”` : one.name,
        rest: factsLine([
          rest,
          amount !== undefined && `no unit: ${amount} is taken as ${unit}`,
          question && 'not in the library by that name',
        ]),
        inside: head !== null,
        tone: toneOf(question !== undefined, amount !== undefined),
      }
    })
    return before ? [before, ...exercises] : exercises
  })
  const wrong = questions.flatMap((one): UnderstoodLine[] =>
    one.kind === 'problem'
      ? [
          {
            line: one.line,
            letter: '',
            name: `Line ${one.line + 1}`,
            rest: one.text,
            inside: false,
            tone: 'wrong',
          },
        ]
      : [],
  )
  return {
    workout,
    lines: [...lines, ...wrong].sort((a, b) => a.line - b.line),
    clear: questions.length === 0,
    questions: questions.length,
    picks: [...new Set(chosen(plan).map((one) => pickOf(one.typed, one.exerciseId)))],
    choices: [
      ...new Map(
        questions.flatMap((one) =>
          one.kind === 'exercise' && one.candidates.length > 0
            ? [
                [
                  one.typed,
                  one.candidates.map((each) => ({
                    value: pickOf(one.typed, each.id),
                    label: each.name,
                  })),
                ] as const,
              ]
            : [],
        ),
      ),
    ].map(([typed, options]) => ({ typed, options })),
  }
}
