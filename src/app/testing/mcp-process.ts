import { main } from '../cli/main.ts';

// `galen mcp` from the sources, for a client that starts it as its own process.
await main(['node', 'galen', 'mcp', ...process.argv.slice(2)]);
