import { Toast } from "@base-ui/react/toast";

export const toastManager = Toast.createToastManager();

/** Says for five seconds what has just happened, or until it is dismissed for what went wrong. */
export const toast = {
  success: (sentence: string) => toastManager.add({ title: sentence, type: "success" }),
  failure: (sentence: string) => toastManager.add({ title: sentence, type: "failure", priority: "high", timeout: 0 }),
};
