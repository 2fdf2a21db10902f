/**
 * Names of the server that the types of pure rules lead to. In the program of the browser they are
 * only names: what a Worker knows globally is not known there.
 */
import type * as worker from '@cloudflare/workers-types/latest/index'

declare global {
  type D1Database = worker.D1Database
  type D1PreparedStatement = worker.D1PreparedStatement
}
