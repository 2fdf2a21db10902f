export { loader } from './schedule/courses/$course.people[.]csv.ts'
