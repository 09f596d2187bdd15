import { leakCases } from './leak-cases.ts';

leakCases('Qdrant');
