/** Everything a report can be about. An area adds its own here, each once. */
import type { Dataset } from './dataset.ts'
import { audits } from './datasets/audit-dataset.server.ts'
import { classes } from './datasets/class-dataset.server.ts'
import { credits } from './datasets/credit-dataset.server.ts'
import { intros, paying } from './datasets/member-datasets.server.ts'
import { invoiceLines, money } from './datasets/money-datasets.server.ts'
import { debtors, payments } from './datasets/payment-datasets.server.ts'
import { leads, movement } from './datasets/people-datasets.server.ts'
import { scores } from './datasets/score-dataset.server.ts'
import { visitRows } from './datasets/visit-dataset.server.ts'

export const datasets: readonly Dataset[] = [
  classes,
  visitRows,
  money,
  invoiceLines,
  payments,
  debtors,
  credits,
  paying,
  movement,
  intros,
  leads,
  scores,
  audits,
]

export const findDataset = (id: string): Dataset | null =>
  datasets.find((one) => one.id === id) ?? null
