// Where the console's operations live.

export const consoleBase = '/console/api';
