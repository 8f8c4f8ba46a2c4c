import classes from "./HowWordsAreRead.module.css";

/** Explains how a search text is read, in any list. */
export function HowWordsAreRead() {
  return (
    <ul className={classes.rules}>
      <li>
        Type names as you say them: <q>abs zero quad</q>, <q>ninja 050</q>, <q>gmn</q>. Every word must match.
        The beginning of a word is enough, and a long word may have one wrong letter.
      </li>
      <li>
        What was understood is shown above the results. A dashed box is a guess: rows with the typed words
        match too. Click it to show only that, or × to remove it.
      </li>
      <li>
        <q>"in quotes"</q> finds these whole words in this order. <q>-word</q> and <q>-key:value</q> leave out
        what matches.
      </li>
      <li>
        A key takes one value, in quotes if it has spaces: <q>map:"dark castle"</q>. With commas, any of them
        matches: <q>map:quad,ouch</q>.
      </li>
      <li>
        Versions and cash can be ranges: <q>version:&gt;=44</q>, <q>money:&lt;90000</q>, <q>44+</q>,{" "}
        <q>44-46</q>. Dates and numbers may be written the way your country does: <q>1.5.2024</q>,{" "}
        <q>May 2024</q>, <q>130.869</q>.
      </li>
      <li>
        Enter turns keys into filters. They are part of the page's address, so a link shows the same list.
      </li>
    </ul>
  );
}
