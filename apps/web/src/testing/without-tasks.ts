/**
 * React's development build names a task of the console for each element that it makes, which only a debugger shows: a twentieth of what component tests
 * take of the processor. It looks for them once, when it is loaded.
 */
Reflect.deleteProperty(console, "createTask");
