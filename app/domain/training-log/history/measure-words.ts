/** What people measure of their body, in words. Pure. */
import type { measureKinds } from '#app/db/studio/workouts/training-log-words.ts'
import type { Unit } from '#app/domain/workouts/plan/tokens.ts'
import { plainWeight } from '../session/done-words.ts'

export type MeasureKind = (typeof measureKinds)[number]

export const measureNames: Record<MeasureKind, string> = {
  weight: 'Body weight',
  body_fat: 'Body fat',
  waist: 'Waist',
  chest: 'Chest',
  hips: 'Hips',
  arm: 'Upper arm',
  thigh: 'Thigh',
}

/** What the number of a kind is in, as the reader has it: lengths follow the unit of weights. */
export function measureUnit(kind: MeasureKind, unit: Unit): string {
  if (kind === 'weight') return unit
  if (kind === 'body_fat') return '%'
  return unit === 'lb' ? 'in' : 'cm'
}

const millimetresPerInch = 25.4

/** A number as it is shown: of grams, tenths of a percent or millimetres. */
export function shownMeasure(kind: MeasureKind, value: number, unit: Unit): string {
  if (kind === 'weight') return plainWeight(value, unit)
  if (kind === 'body_fat') return String(value / 10)
  const length = unit === 'lb' ? value / millimetresPerInch : value / 10
  return String(Math.round(length * 10) / 10)
}

/** The other way round; null for what cannot be one. */
export function readMeasure(kind: MeasureKind, text: string, unit: Unit): number | null {
  const number = Number(text.trim().replace(',', '.'))
  if (text.trim() === '' || !Number.isFinite(number) || number <= 0) return null
  if (kind === 'weight') {
    const grams = Math.round(number * (unit === 'lb' ? 453.592_37 : 1_000))
    return grams <= 500_000 ? grams : null
  }
  if (kind === 'body_fat') return number < 100 ? Math.round(number * 10) : null
  const millimetres = Math.round(number * (unit === 'lb' ? millimetresPerInch : 10))
  return millimetres <= 3_000 ? millimetres : null
}

export const measureWords = (kind: string, value: number, unit: Unit) => ({
  kind,
  name: measureNames[kind as MeasureKind],
  value: `${shownMeasure(kind as MeasureKind, value, unit)} ${measureUnit(kind as MeasureKind, unit)}`,
})
