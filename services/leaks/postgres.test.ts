import { leakCases } from './leak-cases.ts';

leakCases('PostgreSQL');
