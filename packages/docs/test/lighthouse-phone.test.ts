import { testScores } from './support/lighthouse-pages.ts';

testScores('phone');
