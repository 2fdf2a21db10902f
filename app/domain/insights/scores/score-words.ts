/** How likely members are to recommend the studio, in words. Pure. */

import { count } from '#app/values/wording.ts'

/** Days in which a letter can be answered, and of which answers the score is made. */
export const answerDays = 30
export const scoreDays = 90

/** More answers than so many are not read for a page. */
export const answersRead = 2_000

/** Who answers no more than this is asked about by somebody at work; from 9 on they recommend. */
export const lowScore = 6
export const highScore = 9

export const scoreDefinition = `The share who answered 9 or 10, less the share who answered 0 to 6, from −100 to 100. Answers of the last ${scoreDays} days; one person is asked once in a period.`

/** The score of some answers, from −100 to 100; null without any. */
export const scoreOf = ({ all, high, low }: { all: number; high: number; low: number }) =>
  all === 0 ? null : Math.round(((high - low) * 100) / all)

/** `+42`, `0`, `−10` */
const scoreText = (score: number): string =>
  score > 0 ? `+${score}` : String(score).replace('-', '−')

/** Below so many answers a score moves by many points with each. */
const fewAnswers = 30

/** What stands beside the score: of how many answers, and how sure that is. */
function answersWords({ all, asked }: { all: number; asked: number }): string {
  const of = `Of ${count(all, 'answer')}, ${asked} asked`
  return all > 0 && all < fewAnswers ? `${of}; too few to compare` : of
}

/** What the page of retention says of the score. */
export function scoresView(page: {
  rule: { asks: number; everyDays: number; version: number }
  scores: { all: number; high: number; low: number; asked: number }
}) {
  const { rule, scores } = page
  const score = scoreOf(scores)
  const asking = rule.asks
    ? `Members are asked by email, each once in ${rule.everyDays} days.`
    : 'Nobody is asked at the moment.'
  return {
    title: score === null ? 'No score yet' : `Score ${scoreText(score)}`,
    about: score === null ? asking : `${answersWords(scores)}. ${asking}`,
    parts:
      score === null
        ? []
        : [
            { id: 'high', name: 'Answered 9 or 10', n: scores.high },
            { id: 'middle', name: 'Answered 7 or 8', n: scores.all - scores.high - scores.low },
            { id: 'low', name: 'Answered 0 to 6', n: scores.low },
          ],
    rule: { asks: rule.asks === 1, every: String(rule.everyDays), version: String(rule.version) },
  }
}
