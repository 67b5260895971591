# The errors of requests to a server, for all pages that send some.
problem-absent = The server is not responding. Check your connection and try again.
problem-other = That is not possible: { $message }
problem-unauthorized = Log in first.
problem-forbidden = You are not allowed to do that.
problem-not-found = Not found.
problem-name-taken = This name is taken; choose another one.
problem-bad-name = This name cannot be used: use 3 to 20 Latin letters, digits, - or _, and begin with a letter.
problem-bad-password = This password cannot be used: choose a longer, less common one.
problem-wrong-credentials = Wrong name or password.
problem-gone = Someone else was faster.
problem-damaged = The log of this game is damaged. The host can look into it.
problem-too-many = Too many requests: wait a moment.
problem-unavailable = The server cannot do that right now; try again in a moment.
