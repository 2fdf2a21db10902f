import type { SeriesPreview, SeriesValues } from '#app/domain/scheduling/series/series-draft.ts'
import { errorsOf, type PageFormAnswer } from '../form/form-answer.ts'

export type SeriesAnswer = PageFormAnswer

/** The values a refused form comes back with; what it did not send stays as it was. */
export function valuesAfter(answer: SeriesAnswer | undefined, values: SeriesValues): SeriesValues {
  const sent = (answer?.result as { initialValue?: Record<string, unknown> | null } | undefined)
    ?.initialValue
  if (!sent) return values
  const text = (name: keyof SeriesValues) => (typeof sent[name] === 'string' ? sent[name] : '')
  const days = [sent.days ?? []]
    .flat()
    .filter((day): day is SeriesValues['days'][number] => typeof day === 'string')
  const names = [
    'classTypeId',
    'time',
    'minutes',
    'from',
    'until',
    'count',
    'except',
    'roomId',
    'coachId',
    'capacity',
    'policyId',
  ] as const
  return {
    ...(Object.fromEntries(names.map((name) => [name, text(name)])) as Omit<SeriesValues, 'days'>),
    days,
  }
}

/**
 * Where the room or the coach is taken: what the form came back with, or the preview found. The
 * preview beside a refused form is of what is saved, not of what was typed.
 */
export const takenIn = (
  answer: SeriesAnswer | undefined,
  preview: SeriesPreview | null,
): readonly string[] => {
  if (!answer) return preview?.clashes ?? []
  return answer.refusal === 'taken' ? errorsOf(answer, 'anyway') : []
}
